import { describe, expect, test } from "vitest";
import { onSubmit } from "./lifecycle";
import type { ApplicationState, Failed } from "./state";
import {
  stateAfter,
  firstSending,
  unreachable,
  held,
  sendingAfter,
} from "../../../tests/support/lifecycle-states";
import { refusedWith422, SENT_AT } from "../../../tests/support/lifecycle-states";

type Submitted = Parameters<typeof onSubmit>[1];
type Becomes = ReturnType<typeof onSubmit>;

const failed = stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422) as Failed;
const lost = { ...failed, reason: "file-lost" } as const;
const cut = { ...held, lostAt: SENT_AT };
const ambiguous = stateAfter(firstSending(), unreachable, { RETRY_AMBIGUOUS: "off" });

const SAME = { digest: "digest", files: "none", isCorrection: false, isRepeat: false } as const;
/** Different contents. */
const OTHER = { digest: "other" };
const CORRECTION = { ...OTHER, isCorrection: true };

describe("a form that is submitted", () => {
  test.each<[string, ApplicationState, Partial<Submitted>, Becomes]>([
    ["for the first time is sent", held, {}, "first"],
    ["with the held CV is sent", held, { files: "held" }, "first"],
    ["with a CV that is gone is not sent", held, { files: "gone" }, "file-gone"],
    ["with a sent CV that is no longer held is not sent", held, { files: "sent" }, "file-gone"],
    ["again with the lost file is sent", lost, { files: "held" }, "first"],
    ["as a correction of a refusal is sent", failed, { ...CORRECTION, files: "held" }, "first"],
    ["as a correction with the sent CV is sent", failed, { ...CORRECTION, files: "sent" }, "first"],
    [
      "by the Worker after a cut-off attempt is left to the candidate",
      cut,
      { isRepeat: true },
      "cut",
    ],
    ["by the candidate after a cut-off attempt is sent", cut, {}, "first"],
    ["by the Worker when nothing was stored is sent", held, { isRepeat: true }, "first"],
    ["by the Worker after a failure gets the same answer", failed, { isRepeat: true }, "answered"],
    ["again after an ambiguous attempt gets the same answer", ambiguous, {}, "answered"],
    ["again after a failure is sent again", failed, {}, "again"],
  ])("%s", (_, state, submitted, becomes) => {
    expect(onSubmit(state, { ...SAME, ...submitted }, undefined)).toBe(becomes);
  });
});

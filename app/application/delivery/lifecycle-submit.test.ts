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

describe("a submitted form", () => {
  test.each<[string, ApplicationState, Partial<Submitted>, Becomes]>([
    ["is sent the first time", held, {}, "first"],
    ["is sent with the held CV", held, { files: "held" }, "first"],
    ["is not sent if its CV is gone", held, { files: "gone" }, "file-gone"],
    ["is not sent if its CV was sent and is no longer held", held, { files: "sent" }, "file-gone"],
    ["is sent if it has the lost file again", lost, { files: "held" }, "first"],
    ["is sent as a correction of a refusal", failed, { ...CORRECTION, files: "held" }, "first"],
    ["is sent as a correction with the sent CV", failed, { ...CORRECTION, files: "sent" }, "first"],
    [
      "is left to the candidate if the Worker repeats it after a cut-off attempt",
      cut,
      { isRepeat: true },
      "cut",
    ],
    ["is sent if the candidate repeats it after a cut-off attempt", cut, {}, "first"],
    ["is sent if the Worker repeats it and nothing was stored", held, { isRepeat: true }, "first"],
    [
      "gets the same answer if the Worker repeats it after a failure",
      failed,
      { isRepeat: true },
      "answered",
    ],
    ["gets the same answer again after an ambiguous attempt", ambiguous, {}, "answered"],
    ["is sent again after a failure", failed, {}, "again"],
  ])("%s", (_, state, submitted, becomes) => {
    expect(onSubmit(state, { ...SAME, ...submitted }, undefined)).toBe(becomes);
  });
});

import { describe, expect, test } from "vitest";
import { onSubmit } from "./lifecycle";
import type { ApplicationState, Failed } from "./state";
import {
  stateAfter,
  firstSending,
  unreachable,
  held,
  sendingAfter,
} from "~/tests/support/lifecycle-states";
import { refusedWith422, SENT_AT } from "~/tests/support/lifecycle-states";

type Submitted = Parameters<typeof onSubmit>[1];
type Decision = ReturnType<typeof onSubmit>;

const failed = stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422) as Failed;
const lost = { ...failed, reason: "file-lost" } as const;
const cut = { ...held, lostAt: SENT_AT };
const ambiguous = stateAfter(firstSending(), unreachable, { RETRY_AMBIGUOUS: "off" });

const SAME = { digest: "digest", files: "none", isCorrection: false, isRepeat: false } as const;
const CORRECTION = { digest: "other", isCorrection: true };

describe("onSubmit", () => {
  test.each<[Decision, string, ApplicationState, Partial<Submitted>]>([
    ["first", "a new form", held, {}],
    ["first", "a form with the held CV", held, { files: "held" }],
    ["file-gone", "a form whose CV is gone", held, { files: "gone" }],
    ["file-gone", "a form whose CV was sent and is no longer held", held, { files: "sent" }],
    ["first", "a form that contains the lost file again", lost, { files: "held" }],
    ["first", "a correction after a refusal", failed, { ...CORRECTION, files: "held" }],
    ["first", "a correction with the CV that was sent", failed, { ...CORRECTION, files: "sent" }],
    [
      "cut",
      "the Worker's retry after the response that returned the form was lost",
      cut,
      { isRepeat: true },
    ],
    [
      "first",
      "the candidate's resubmission after the response that returned the form was lost",
      cut,
      {},
    ],
    ["first", "the Worker's repeat of a form that was not stored", held, { isRepeat: true }],
    ["answered", "the Worker's repeat after a failure", failed, { isRepeat: true }],
    [
      "answered",
      "the candidate's repeat of a failed application whose response was lost",
      ambiguous,
      {},
    ],
    ["again", "the candidate's repeat after a failure", failed, {}],
  ])("returns %s for %s", (decision, _, state, submitted) => {
    expect(onSubmit(state, { ...SAME, ...submitted }, undefined)).toBe(decision);
  });
});

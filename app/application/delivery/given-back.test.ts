import { describe, expect, test } from "vitest";
import { after, contents, gone } from "../../../tests/support/lifecycle-states";
import { HOUR, limits, no, record, SENT_AT } from "../../../tests/support/lifecycle-states";
import { afterCut } from "./after-attempt";
import { isGivenBack, isMendable, refusalOf } from "./given-back";
import { dropped, firstAttempt, withoutContents } from "./lifecycle";
import type { Failed } from "./state";

const failed: Failed = {
  state: "failed",
  positionUuid: "position",
  record,
  reason: "refused",
  failedAt: SENT_AT,
  keepUntil: SENT_AT + 7 * 24 * HOUR,
  kept: { contents, attempts: 3, answerLost: false, wasRefused: true, message: "No such country" },
};

describe("what a receipt says of a refusal", () => {
  test.each<[string, Failed, unknown]>([
    ["that it can be corrected, not why", failed, { canCorrect: true }],
    ["that it can't, once its contents are gone", withoutContents(failed), { canCorrect: false }],
    ["nothing of what timed out", { ...failed, reason: "time-out" }, undefined],
    ["nothing of what was dropped", dropped(failed, SENT_AT) as Failed, undefined],
  ])("%s", (_, state, said) => {
    expect(refusalOf(state)).toEqual(said);
  });
});

describe("a corrected application", () => {
  const corrected = firstAttempt(failed, contents, record);

  test("is a first attempt that is known to be a correction", () => {
    expect(corrected).toMatchObject({ attempts: 1, wasRefused: false, isCorrection: true });
    const timedOut: Failed = { ...failed, reason: "time-out" };
    expect(firstAttempt(timedOut, contents, record)).not.toHaveProperty("isCorrection");
  });

  test("still says where its candidate came from, unless it says so anew", () => {
    const from = (source?: string) => ({ ...contents, ...(source !== undefined && { source }) });
    if (!failed.kept) throw new Error("Nothing is kept");
    const refused = { ...failed, kept: { ...failed.kept, contents: from('{"ref":"a"}') } };
    expect(firstAttempt(refused, from(), record).contents.source).toBe('{"ref":"a"}');
    expect(firstAttempt(refused, from('{"ref":"b"}'), record).contents.source).toBe('{"ref":"b"}');
    expect(firstAttempt(failed, from(), record).contents).not.toHaveProperty("source");
  });

  test("that is refused at once is given back, and kept as before", () => {
    const next = after(corrected, no);
    expect(next).toMatchObject({ state: "failed", reason: "refused", kept: { message: "No" } });
    expect(isMendable(next) && isGivenBack(next)).toBe(true);
    expect(isGivenBack(failed)).toBe(false);
  });

  test("is kept where nothing is to be delivered later", () => {
    const off = { ...limits, DELIVER_LATER: "off" } as const;
    expect(after(corrected, gone, off)).toMatchObject({ state: "failed", reason: "refused" });
    expect(afterCut(corrected, off, SENT_AT)).toMatchObject({ state: "failed" });
  });
});

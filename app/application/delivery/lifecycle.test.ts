import { describe, expect, test } from "vitest";
import { afterCut } from "./after-attempt";
import { createDraft, giveUp, alarmTime, startNextAttempt, withoutContents } from "./lifecycle";
import type { ApplicationState, Failed, Unconfirmed, Waiting } from "./state";
import {
  accepted,
  alreadyApplied,
  contents,
  firstSending,
  HOUR,
  limits,
  rateLimited,
  record,
  refusedWith422,
  SENT_AT,
  sendingAfter,
  stateAfter,
  unconfirmed,
  unreachable,
} from "~/tests/support/lifecycle-states";

describe("an unconfirmed application", () => {
  const unconfirmedState = () => stateAfter(sendingAfter(unreachable), unconfirmed) as Unconfirmed;

  test("keeps its contents for seven days or until its receipt expires", () => {
    const now = SENT_AT + 100;
    expect(unconfirmedState()).toMatchObject({
      keepUntil: now + limits.KEEP_FAILED_MS,
      record,
      kept: { contents, attempts: 2, answerLost: true },
    });
    expect(alarmTime(unconfirmedState(), SENT_AT, limits)).toBe(now + limits.KEEP_FAILED_MS);
    const short = { RECEIPT_MS: 3 * 24 * HOUR };
    for (const next of [
      stateAfter(sendingAfter(unreachable), unconfirmed, short),
      stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422, short),
    ]) {
      expect(next).toMatchObject({ keepUntil: SENT_AT + short.RECEIPT_MS });
    }
  });

  test("keeps its contents no longer than ten days after sending", () => {
    const late = SENT_AT + 9 * 24 * HOUR;
    expect(stateAfter(sendingAfter(unreachable), unconfirmed, { now: late })).toMatchObject({
      keepUntil: late + 24 * HOUR,
    });
  });

  test("stores the platform's status after an operator's attempt", () => {
    const retry = startNextAttempt(unconfirmedState(), SENT_AT + HOUR);
    expect(retry && stateAfter(retry, refusedWith422)).toMatchObject({ kept: { lastStatus: 422 } });
  });
});

describe("a failed application", () => {
  const failed = () =>
    stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422) as Failed;

  test("stores the reason and time of the failure", () => {
    expect(failed()).toMatchObject({ reason: "refused", failedAt: SENT_AT + 100, record });
    const cut = afterCut(firstSending(), { ...limits, RETRY_AMBIGUOUS: "off" }, SENT_AT + 200);
    expect(cut).toMatchObject({ state: "failed", reason: "answer-lost", failedAt: SENT_AT + 200 });
  });

  test("loses its contents when an operator drops it", () => {
    const waiting = stateAfter(firstSending(), unreachable) as Waiting;
    for (const state of [failed(), waiting]) {
      expect(giveUp(state, SENT_AT + HOUR)).toEqual({
        ...{ state: "failed", reason: "dropped", positionUuid: "position", record },
        ...{ failedAt: SENT_AT + HOUR, keepUntil: SENT_AT + HOUR },
      });
    }
  });
});

describe("alarmTime", () => {
  const receiptEnds = SENT_AT + 90 * 24 * HOUR;
  const failed = () =>
    stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422) as Failed;
  test.each<[string, () => ApplicationState, number]>([
    ["an hour after the last change of a draft", () => createDraft("p"), 500 + HOUR],
    [
      "an hour after the last change of a refused form",
      () => stateAfter(firstSending(), refusedWith422),
      500 + HOUR,
    ],
    ["the time limit of a first attempt", firstSending, SENT_AT + 40_000],
    ["the time limit of a later attempt", () => sendingAfter(unreachable), SENT_AT + 45_000],
    [
      "the time of the next attempt while waiting",
      () => stateAfter(firstSending(), unreachable),
      SENT_AT + 2100,
    ],
    [
      "the receipt's expiry after delivery",
      () => stateAfter(firstSending(), accepted),
      receiptEnds,
    ],
    [
      "the receipt's expiry after a 409",
      () => stateAfter(sendingAfter(rateLimited), alreadyApplied),
      receiptEnds,
    ],
    [
      "the deletion time of the contents after a failure",
      failed,
      SENT_AT + 100 + limits.KEEP_FAILED_MS,
    ],
    [
      "the receipt's expiry after a failure without contents",
      () => withoutContents(failed()),
      receiptEnds,
    ],
  ])("returns %s", (_, state, due) => {
    expect(alarmTime(state(), 500, limits)).toBe(due);
  });
});

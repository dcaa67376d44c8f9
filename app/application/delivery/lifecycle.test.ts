import { describe, expect, test } from "vitest";
import { afterCut } from "./after-attempt";
import { createDraft, giveUp, alarmTime, startNextAttempt, withoutContents } from "./lifecycle";
import type { ApplicationState, Failed, Unconfirmed, Waiting } from "./state";
import {
  accepted,
  stateAfter,
  alreadyApplied,
  rateLimited,
  contents,
} from "../../../tests/support/lifecycle-states";
import {
  firstSending,
  unreachable,
  HOUR,
  sendingAfter,
  limits,
} from "../../../tests/support/lifecycle-states";
import {
  refusedWith422,
  record,
  SENT_AT,
  unconfirmed,
} from "../../../tests/support/lifecycle-states";

describe("what is unconfirmed", () => {
  const doubted = () => stateAfter(sendingAfter(unreachable), unconfirmed) as Unconfirmed;

  test("keeps everything for an operator for seven days, and never longer than its receipt", () => {
    const now = SENT_AT + 100;
    expect(doubted()).toMatchObject({
      keepUntil: now + limits.KEEP_FAILED_MS,
      record,
      kept: { contents, attempts: 2, answerLost: true },
    });
    expect(alarmTime(doubted(), SENT_AT, limits)).toBe(now + limits.KEEP_FAILED_MS);
    const short = { RECEIPT_MS: 3 * 24 * HOUR };
    for (const next of [
      stateAfter(sendingAfter(unreachable), unconfirmed, short),
      stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422, short),
    ]) {
      expect(next).toMatchObject({ keepUntil: SENT_AT + short.RECEIPT_MS });
    }
  });

  test("lasts no longer for being sent again and again", () => {
    const late = SENT_AT + 9 * 24 * HOUR;
    expect(stateAfter(sendingAfter(unreachable), unconfirmed, { now: late })).toMatchObject({
      keepUntil: late + 24 * HOUR,
    });
  });

  test("keeps the platform's last answer when an operator sends it again", () => {
    const again = startNextAttempt(doubted(), SENT_AT + HOUR);
    expect(again && stateAfter(again, refusedWith422)).toMatchObject({ kept: { lastStatus: 422 } });
  });
});

describe("what failed", () => {
  const failed = () =>
    stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422) as Failed;

  test("says why, and since when", () => {
    expect(failed()).toMatchObject({ reason: "refused", failedAt: SENT_AT + 100, record });
    const cut = afterCut(firstSending(), { ...limits, RETRY_AMBIGUOUS: "off" }, SENT_AT + 200);
    expect(cut).toMatchObject({ state: "failed", reason: "answer-lost", failedAt: SENT_AT + 200 });
  });

  test("says why when an operator has given it up, and keeps nothing from then on", () => {
    const waiting = stateAfter(firstSending(), unreachable) as Waiting;
    for (const state of [failed(), waiting]) {
      expect(giveUp(state, SENT_AT + HOUR)).toEqual({
        ...{ state: "failed", reason: "dropped", positionUuid: "position", record },
        ...{ failedAt: SENT_AT + HOUR, keepUntil: SENT_AT + HOUR },
      });
    }
  });
});

describe("when the alarm looks at an application again", () => {
  const receiptEnds = SENT_AT + 90 * 24 * HOUR;
  const failed = () =>
    stateAfter(sendingAfter(unreachable, refusedWith422), refusedWith422) as Failed;
  test.each<[string, () => ApplicationState, number]>([
    ["a draft an hour after the last touch", () => createDraft("p"), 500 + HOUR],
    [
      "what was refused an hour after the last touch",
      () => stateAfter(firstSending(), refusedWith422),
      500 + HOUR,
    ],
    ["an attempt when it must have been cut off", firstSending, SENT_AT + 40_000],
    [
      "a later attempt when that must have been cut off",
      () => sendingAfter(unreachable),
      SENT_AT + 45_000,
    ],
    [
      "what waits at its next attempt",
      () => stateAfter(firstSending(), unreachable),
      SENT_AT + 2100,
    ],
    [
      "what was delivered when its receipt runs out",
      () => stateAfter(firstSending(), accepted),
      receiptEnds,
    ],
    [
      "what was sent before when its receipt ends",
      () => stateAfter(sendingAfter(rateLimited), alreadyApplied),
      receiptEnds,
    ],
    ["what failed when its contents go", failed, SENT_AT + 100 + limits.KEEP_FAILED_MS],
    ["what failed, emptied, when its receipt ends", () => withoutContents(failed()), receiptEnds],
  ])("%s", (_, state, due) => {
    expect(alarmTime(state(), 500, limits)).toBe(due);
  });
});

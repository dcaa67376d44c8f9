import { describe, expect, test } from "vitest";
import type { ApplyOutcome } from "../../platform/types";
import {
  afterAttempt,
  afterCut,
  draft,
  dropped,
  dueAt,
  nextAttempt,
  withoutContents,
} from "./lifecycle";
import { cvOf, type ApplicationState, type Failed, type Sending, type Waiting } from "./state";
import {
  accepted,
  after,
  already,
  busy,
  contents,
  first,
  gone,
  held,
  HOUR,
  later,
  limits,
  no,
  record,
  SENT_AT,
  status,
} from "../../../tests/support/lifecycle-states";

describe("the first attempt, for whose answer the candidate waits", () => {
  test("begins with all that the platform is to be told, when it is sent", () => {
    expect(first()).toEqual({
      state: "sending",
      positionUuid: "position",
      contents,
      record,
      startedAt: SENT_AT,
      attempts: 1,
      answerLost: false,
      wasRefused: false,
    });
  });

  test.each([
    [accepted, "delivered", undefined],
    [already, "refused", undefined],
    [no, "refused", 7],
    [gone, "waiting", 7],
    [status(500), "waiting", 7],
    [status(429), "waiting", 7],
    [status(401), "waiting", 7],
  ])("%j makes it %s, with the CV %s", (outcome, state, cv) => {
    const next = after(first(), outcome);
    expect(next.state).toBe(state);
    expect(cvOf(next)).toBe(cv);
  });

  test("is given back to the candidate where nothing is to be delivered later", () => {
    const next = after(first(), gone, { DELIVER_LATER: "off" });
    expect(next.state).toBe("refused");
    expect(cvOf(next)).toBe(7);
  });
});

describe("a later attempt", () => {
  test.each([
    ["accepted", [gone], accepted, "delivered"],
    ["a repeat, after an answer was lost", [gone], already, "delivered"],
    ["a repeat, after an answer was lost that others followed", [gone, busy], already, "delivered"],
    ["a repeat, after a 500", [status(500)], already, "delivered"],
    ["already applied, where nothing got there before", [busy], already, "already-applied"],
    ["already applied, where our key was wrong", [status(401)], already, "already-applied"],
    ["already applied, after a 499", [status(499)], already, "already-applied"],
    ["refused once", [gone], no, "waiting"],
    ["refused twice", [gone, no], no, "failed"],
    ["refused, away, refused", [gone, no, gone], no, "failed"],
    ["away again", [gone], gone, "waiting"],
  ])("%s", (_, before, outcome, state) => {
    expect(after(later(...before), outcome).state).toBe(state);
  });

  test("is a repeat of the first: for the same position, under the same receipt", () => {
    for (const outcome of [accepted, already]) {
      expect(after(later(busy), outcome)).toMatchObject({ positionUuid: "position", record });
    }
  });

  test("counts, and keeps everything", () => {
    expect(later(gone, gone, status(503))).toMatchObject({
      attempts: 4,
      answerLost: true,
      lastStatus: 503,
      contents,
      record,
    });
  });

  test("is the last when the time is up, and is made when it is", () => {
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    const waiting = after(first(), status(503), { now: end - 1 }) as Waiting;
    expect(waiting).toMatchObject({ state: "waiting", nextAt: end });
    const failed = after(later(gone), gone, { now: end });
    expect(failed).toMatchObject({
      state: "failed",
      reason: "time-out",
      keepUntil: end + limits.KEEP_FAILED_MS,
    });
    expect(cvOf(failed)).toBe(7);
  });
});

describe("when it is tried again", () => {
  test("each time after twice as long, also after a first refusal", () => {
    for (const outcome of [gone, no]) {
      expect(after(later(gone, gone), outcome)).toMatchObject({ nextAt: SENT_AT + 100 + 8000 });
    }
  });

  test("the platform's Retry-After is respected, an hour at most, and its time is up all the same", () => {
    const wait = (retryAfterMs: number, now = SENT_AT + 100) => {
      const away: ApplyOutcome = { outcome: "unreachable", status: 503, retryAfterMs };
      return (after(first(), away, { now }) as Waiting).nextAt;
    };
    expect(wait(0)).toBe(SENT_AT + 100 + 2000);
    expect(wait(60_000)).toBe(SENT_AT + 100 + 60_000);
    expect(wait(1e15)).toBe(SENT_AT + 100 + HOUR);
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    expect(wait(1e15, end - 60_000)).toBe(end);
  });

  test("those that were asked to wait for the same time do not come at the same moment", () => {
    const away: ApplyOutcome = { outcome: "unreachable", status: 503, retryAfterMs: 60_000 };
    const latest = afterAttempt(first(), away, limits, { now: SENT_AT, random: 1 });
    expect(latest).toMatchObject({ nextAt: SENT_AT + 75_000 });
  });

  test("an attempt that may have arrived is not, where that is switched off", () => {
    const off = { RETRY_AMBIGUOUS: "off" } as const;
    for (const outcome of [gone, status(500), status(504)]) {
      expect(after(first(), outcome, off)).toMatchObject({
        state: "failed",
        reason: "answer-lost",
      });
    }
    for (const outcome of [status(429), status(401), status(302)]) {
      expect(after(first(), outcome, off).state).toBe("waiting");
    }
    expect(afterCut(first(), { ...limits, ...off }, SENT_AT).state).toBe("failed");
  });

  test("an attempt that was cut off is, and its answer counts as lost", () => {
    const again = afterCut(first(), limits, SENT_AT + 50_000) as Sending;
    expect(again).toMatchObject({ state: "sending", attempts: 2, answerLost: true });
    expect(after(again, already).state).toBe("delivered");
  });

  test("an attempt that was cut off is held for the candidate, where nothing is delivered later", () => {
    const off = { ...limits, DELIVER_LATER: "off" } as const;
    const held = afterCut(first(), off, SENT_AT);
    expect([held.state, cvOf(held)]).toEqual(["refused", 7]);
    expect(afterCut(later(gone), off, SENT_AT).state).toBe("sending");
  });
});

describe("what failed", () => {
  const failed = () => after(later(gone, no), no) as Failed;

  test("is sent again when somebody asks for it, with its second chance", () => {
    const again = nextAttempt(failed(), SENT_AT + HOUR);
    expect(again).toMatchObject({ state: "sending", contents, wasRefused: false, attempts: 4 });
    if (!again) return;
    expect(after(again, accepted).state).toBe("delivered");
    expect(after(again, no).state).toBe("waiting");
  });

  test("says why, and since when", () => {
    expect(failed()).toMatchObject({ reason: "refused", failedAt: SENT_AT + 100, record });
    const cut = afterCut(first(), { ...limits, RETRY_AMBIGUOUS: "off" }, SENT_AT + 200);
    expect(cut).toMatchObject({ state: "failed", reason: "answer-lost", failedAt: SENT_AT + 200 });
  });

  test("says why when an operator has given it up, and keeps nothing from then on", () => {
    const waiting = after(first(), gone) as Waiting;
    for (const state of [failed(), waiting]) {
      expect(dropped(state, SENT_AT + HOUR)).toEqual({
        state: "failed",
        reason: "dropped",
        positionUuid: "position",
        record,
        failedAt: SENT_AT + HOUR,
        keepUntil: SENT_AT + HOUR,
      });
    }
  });

  test("says what it was refused with", () => {
    expect(failed().kept?.lastStatus).toBe(422);
  });

  test("and only that, or what waits, is sent again", () => {
    for (const state of [held, first(), after(first(), accepted), after(later(busy), already)]) {
      expect(nextAttempt(state, SENT_AT)).toBeUndefined();
    }
  });

  test("has nothing to be sent once its contents are gone", () => {
    for (const state of [withoutContents(failed()), dropped(failed(), SENT_AT)]) {
      expect(nextAttempt(state, SENT_AT)).toBeUndefined();
      expect(cvOf(state)).toBeUndefined();
      expect(JSON.stringify(state)).not.toContain("Pérez");
    }
  });
});

describe("when the alarm looks at an application again", () => {
  const receiptEnds = SENT_AT + 90 * 24 * HOUR;
  const failed = () => after(later(gone, no), no) as Failed;
  test.each<[string, () => ApplicationState, number]>([
    ["a draft an hour after the last touch", () => draft("p"), 500 + HOUR],
    ["what was refused an hour after the last touch", () => after(first(), no), 500 + HOUR],
    ["an attempt when it must have been cut off", first, SENT_AT + 40_000],
    ["a later attempt when that must have been cut off", () => later(gone), SENT_AT + 45_000],
    ["what waits at its next attempt", () => after(first(), gone), SENT_AT + 2100],
    ["what was delivered when its receipt runs out", () => after(first(), accepted), receiptEnds],
    [
      "what was there before when its receipt runs out",
      () => after(later(busy), already),
      receiptEnds,
    ],
    ["what failed when its contents go", failed, SENT_AT + 100 + limits.KEEP_FAILED_MS],
    [
      "what failed, without its contents, when its receipt runs out",
      () => withoutContents(failed()),
      receiptEnds,
    ],
  ])("%s", (_, state, due) => {
    expect(dueAt(state(), 500, limits)).toBe(due);
  });
});

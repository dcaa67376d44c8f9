import { describe, expect, test } from "vitest";
import { afterAttempt, afterCut } from "./after-attempt";
import type { AttemptOutcome } from "./attempt.server";
import { isMendable, refusalOf } from "./given-back";
import { firstAttempt, nextAttempt } from "./lifecycle";
import { queued } from "./operator-view";
import type { Sending, Unsent, Waiting } from "./state";
import { entryOf } from "./undelivered";
import { uploadsOf } from "./state-files";
import { accepted, after, already, busy, contents } from "../../../tests/support/lifecycle-states";
import { first, gone, held, HOUR, later, limits } from "../../../tests/support/lifecycle-states";
import { no, record, SENT_AT, status, trouble } from "../../../tests/support/lifecycle-states";
import { unconfirmed } from "../../../tests/support/lifecycle-states";

describe("the first attempt, for whose answer the candidate waits", () => {
  test("begins with all that the platform is to be told, when it is sent", () => {
    expect(first()).toEqual({
      ...{ state: "sending", positionUuid: "position", contents, record, startedAt: SENT_AT },
      ...{ attempts: 1, answerLost: false, wasRefused: false },
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
    [status(408), "waiting", 7],
    [trouble, "refused", 7],
    [unconfirmed, "unconfirmed", 7],
  ])("%j makes it %s, with the CV %s", (outcome, state, cv) => {
    const next = after(first(), outcome);
    expect(next.state).toBe(state);
    expect(uploadsOf(next)[0]).toBe(cv);
  });

  test("is given back to the candidate where nothing is to be delivered later", () => {
    const next = after(first(), gone, { DELIVER_LATER: "off" });
    expect(next.state).toBe("refused");
    expect(uploadsOf(next)[0]).toBe(7);
  });
});

describe("a later attempt", () => {
  test.each([
    ["accepted", [gone], accepted, "delivered"],
    ["a repeat, after an answer was lost", [gone], already, "waiting"],
    ["a repeat, after an answer was lost that others followed", [gone, busy], already, "waiting"],
    ["a repeat, after a 408", [status(408)], already, "waiting"],
    ["a repeat twice, after an answer was lost", [gone, already], already, "unconfirmed"],
    ["a repeat twice, with others between", [gone, already, busy], already, "unconfirmed"],
    ["refused, after a repeat", [gone, already], no, "waiting"],
    ["accepted in an HTML page", [gone], unconfirmed, "unconfirmed"],
    ["already applied, after a 425", [status(425)], already, "already-applied"],
    ["an error that says something", [gone], trouble, "waiting"],
    ["an error that says something, twice", [gone, trouble], trouble, "waiting"],
    ["an error that says something, after a refusal", [gone, no], trouble, "waiting"],
    ["already applied, where nothing got there before", [busy], already, "already-applied"],
    ["already applied, where our key was wrong", [status(401)], already, "already-applied"],
    ["refused once", [gone], no, "waiting"],
    ["refused twice", [gone, no], no, "failed"],
    ["away again", [gone], gone, "waiting"],
  ])("%s", (_, before, outcome, state) => {
    expect(after(later(...before), outcome).state).toBe(state);
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

  test("keeps what a refusal says of single fields, as nobody sees these any more", () => {
    const errors = [
      { field: "start", message: "Too soon." },
      { field: "pay", message: "Too much." },
    ];
    const refused = { outcome: "refused", status: 422, errors } as const;
    expect(after(later(gone, no), { ...refused, message: "No." })).toMatchObject({
      kept: { message: "No. Too soon. Too much." },
    });
    expect(after(later(gone), refused)).toMatchObject({ message: "Too soon. Too much." });
  });

  test("is the last when the time is up, and is made when it is", () => {
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    const waiting = after(first(), status(503), { now: end - 1 }) as Waiting;
    expect(waiting).toMatchObject({ state: "waiting", nextAt: end });
    const failed = after(later(gone), gone, { now: end });
    const until = { keepUntil: end + limits.KEEP_FAILED_MS };
    expect(failed).toMatchObject({ state: "failed", reason: "time-out", ...until });
    expect(uploadsOf(failed)[0]).toBe(7);
  });
});

describe("a 409 of a platform that honours keys", () => {
  const honouring = { ...contents, honoursKeys: true };
  const lost = (): Sending => ({ ...later(gone), contents: honouring });

  test("is about another application, after an answer was lost too", () => {
    expect(after(lost(), already)).toEqual({
      state: "already-applied",
      positionUuid: "position",
      record,
    });
    const doubted = after({ ...later(gone), isUnconfirmed: true, contents: honouring }, already);
    expect(doubted.state).toBe("already-applied");
  });

  test("is told at once on a first attempt that followed a lost one", () => {
    const refused = after(first(), trouble) as Unsent;
    for (const DELIVER_LATER of ["on", "off"] as const) {
      const again = firstAttempt(refused, honouring, record);
      expect(after(again, already, { DELIVER_LATER })).toEqual({
        state: "refused",
        positionUuid: "position",
      });
    }
  });
});

const damaged: AttemptOutcome = { outcome: "cv-gone", fields: ["cv"], isDamaged: true };

describe("a stored file that is missing or damaged", () => {
  const files = [{ field: "letter", upload: 8 }];

  test("is asked of the candidate who waits; the others are still held", () => {
    const next = after(firstAttempt(held, { ...contents, files }, record), damaged);
    expect(next).toEqual({ state: "refused", positionUuid: "position", cv: undefined, files });
  });

  test("later fails, for an operator to see, with all that is left", () => {
    const next = after(later(gone), damaged);
    expect(next).toMatchObject({
      state: "failed",
      reason: "file-lost",
      lostFiles: ["cv"],
      kept: { contents },
    });
    expect(isMendable(next)).toBe(true);
    expect(queued(next, SENT_AT)).toBeUndefined();
    expect(refusalOf(next)).toEqual({ canCorrect: true, isFileLost: true });
  });
});

test("an unconfirmed application whose file is damaged stays so, and says why", () => {
  const next = after({ ...later(gone), isUnconfirmed: true }, damaged);
  expect(next).toMatchObject({ state: "unconfirmed", lostFiles: ["cv"] });
  expect(entryOf(next)).toMatchObject({ state: "unconfirmed", reason: "file-lost" });
});

describe("when it is tried again", () => {
  test("each time after twice as long, also after a first refusal", () => {
    for (const outcome of [gone, no]) {
      expect(after(later(gone, gone), outcome)).toMatchObject({ nextAt: SENT_AT + 100 + 8000 });
    }
  });

  test("the platform's Retry-After is respected, an hour at most, and its time is up all the same", () => {
    const wait = (retryAfterMs: number, now = SENT_AT + 100) => {
      const away: AttemptOutcome = { outcome: "unreachable", status: 503, retryAfterMs };
      return (after(first(), away, { now }) as Waiting).nextAt;
    };
    expect(wait(0)).toBe(SENT_AT + 100 + 2000);
    expect(wait(60_000)).toBe(SENT_AT + 100 + 60_000);
    expect(wait(1e15)).toBe(SENT_AT + 100 + HOUR);
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    expect(wait(1e15, end - 60_000)).toBe(end);
  });

  test("those that were asked to wait for the same time do not come at the same moment", () => {
    const away: AttemptOutcome = { outcome: "unreachable", status: 503, retryAfterMs: 60_000 };
    const latest = afterAttempt(first(), away, limits, { now: SENT_AT, random: 1 });
    expect(latest).toMatchObject({ nextAt: SENT_AT + 75_000 });
  });

  test("an attempt that may have arrived is not, where that is switched off", () => {
    const off = { RETRY_AMBIGUOUS: "off" } as const;
    for (const outcome of [gone, status(500), status(504), status(302), status(200), status(408)]) {
      const failed = { state: "failed", reason: "answer-lost" };
      expect(after(first(), outcome, off)).toMatchObject(failed);
    }
    for (const outcome of [status(429), status(401), status(425)]) {
      expect(after(first(), outcome, off).state).toBe("waiting");
    }
    expect(afterCut(first(), { ...limits, ...off }, SENT_AT).state).toBe("failed");
  });

  test("an attempt that was cut off is, and its answer counts as lost", () => {
    const cut = afterCut(first(), limits, SENT_AT + 100);
    // That attempt must be over by then.
    expect(cut).toMatchObject({ state: "waiting", answerLost: true, nextAt: SENT_AT + 40_000 });
    const again = nextAttempt(cut, SENT_AT + 40_000);
    expect(again && after(again, already)).toMatchObject({ state: "waiting", wasConflict: true });
  });

  test("an attempt that is cut off each time waits longer, until its time is up", () => {
    const eighth = { ...first(), attempts: 8 };
    expect(afterCut(eighth, limits, SENT_AT + 100)).toMatchObject({ nextAt: SENT_AT + 256_000 });
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    expect(afterCut(eighth, limits, end)).toMatchObject({ state: "failed", reason: "time-out" });
  });

  test("an attempt that was cut off is held for the candidate, where nothing is delivered later", () => {
    const off = { ...limits, DELIVER_LATER: "off" } as const;
    const held = afterCut(first(), off, SENT_AT);
    expect([held.state, uploadsOf(held)[0]]).toEqual(["refused", 7]);
    expect(afterCut(later(gone), off, SENT_AT).state).toBe("waiting");
  });
});

describe("a repeat that gets 409 after an answer was lost", () => {
  const conflict = (now: number) => after(later(gone), already, { now }) as Waiting;

  test("is made again when the attempt that was lost must be over", () => {
    const now = SENT_AT + 9000;
    const { nextAt } = conflict(now);
    expect(nextAt - now).toBe(limits.APPLY_TIMEOUT_MS + 2 * limits.RETRY_FIRST_MS);
    // Also when the time for attempts is over meanwhile: it is the same question.
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    expect(conflict(end).nextAt).toBeGreaterThan(end + limits.APPLY_TIMEOUT_MS);
  });

  test("is left to an operator where nothing is repeated that may have arrived", () => {
    const off = { RETRY_AMBIGUOUS: "off" } as const;
    expect(after(later(busy), already, off).state).toBe("already-applied");
    const sent = nextAttempt(after(first(), gone, off), SENT_AT + HOUR);
    expect(sent && after(sent, already, off).state).toBe("unconfirmed");
  });

  test("is the answer to a form that was refused when it may have arrived", () => {
    const refused = after(first(), trouble) as Unsent;
    const again = firstAttempt(refused, contents, record);
    expect(after(again, already)).toMatchObject({ state: "waiting", wasConflict: true });
    expect(after(again, no).state).toBe("refused");
    // Nothing can wait there: the candidate sends it once more, until the lost attempt must be over.
    const off = { DELIVER_LATER: "off" } as const;
    const { APPLY_TIMEOUT_MS } = limits;
    const soon = after(again, already, { ...off, now: SENT_AT + 99 + APPLY_TIMEOUT_MS });
    const refusal = { state: "refused", positionUuid: "position" };
    expect(soon).toEqual({ ...refusal, cv: 7, lostAt: SENT_AT + 100 });
    const later = after(again, already, { ...off, now: SENT_AT + 100 + APPLY_TIMEOUT_MS });
    expect(later).toMatchObject({ state: "unconfirmed", kept: { contents } });
  });
});

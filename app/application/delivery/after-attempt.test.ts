import { describe, expect, test } from "vitest";
import { afterAttempt, afterCut } from "./after-attempt";
import { createReceipt } from "./answers";
import type { AttemptOutcome } from "./attempt-outcome";
import { startFirstAttempt } from "./lifecycle";
import { getUploads, type Unsent, type Waiting } from "./state";
import { createEntry } from "./undelivered";
import {
  stateAfter,
  alreadyApplied,
  rateLimited,
  contents,
} from "~/tests/support/lifecycle-states";
import {
  firstSending,
  unreachable,
  held,
  HOUR,
  sendingAfter,
  limits,
} from "~/tests/support/lifecycle-states";
import {
  refusedWith422,
  record,
  SENT_AT,
  status,
  refusedWith503,
} from "~/tests/support/lifecycle-states";

describe("startFirstAttempt", () => {
  test("returns a sending state with the contents and the start time", () => {
    expect(firstSending()).toEqual({
      ...{ state: "sending", positionUuid: "position", contents, record, startedAt: SENT_AT },
      ...{ attempts: 1, answerLost: false, wasRefused: false },
    });
  });
});

describe("afterAttempt for a later attempt", () => {
  // A 5xx is retried even with a message, because the candidate is no longer waiting.
  test.each([
    ["two 503s with a message", "waiting", [unreachable, refusedWith503], refusedWith503],
    [
      "a 503 with a message after a refusal",
      "waiting",
      [unreachable, refusedWith422],
      refusedWith503,
    ],
    ["one refusal", "waiting", [unreachable], refusedWith422],
    ["two refusals", "failed", [unreachable, refusedWith422], refusedWith422],
    [
      "two 409s separated by a 429",
      "unconfirmed",
      [unreachable, alreadyApplied, rateLimited],
      alreadyApplied,
    ],
    [
      "two 409s separated by a lost response",
      "waiting",
      [unreachable, alreadyApplied, unreachable],
      alreadyApplied,
    ],
  ])("after %s, returns the state %s", (_, state, before, outcome) => {
    expect(stateAfter(sendingAfter(...before), outcome).state).toBe(state);
  });

  test("increments the attempt count and keeps the contents", () => {
    expect(sendingAfter(unreachable, unreachable, status(503))).toMatchObject({
      attempts: 4,
      answerLost: true,
      lastStatus: 503,
      contents,
      record,
    });
  });

  test("stores the field messages of a refusal", () => {
    const errors = [
      { field: "start", message: "Too soon." },
      { field: "pay", message: "Too much." },
    ];
    const refused = { outcome: "refused", status: 422, errors } as const;
    expect(
      stateAfter(sendingAfter(unreachable, refusedWith422), { ...refused, message: "No." }),
    ).toMatchObject({
      kept: { message: "No. Too soon. Too much." },
    });
    expect(stateAfter(sendingAfter(unreachable), refused)).toMatchObject({
      message: "Too soon. Too much.",
    });
  });

  test("schedules the last attempt for the end of the delivery time, then fails the application", () => {
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    const waiting = stateAfter(firstSending(), status(503), { now: end - 1 }) as Waiting;
    expect(waiting).toMatchObject({ state: "waiting", nextAt: end });
    const failed = stateAfter(sendingAfter(unreachable), unreachable, { now: end });
    const until = { keepUntil: end + limits.KEEP_FAILED_MS };
    expect(failed).toMatchObject({ state: "failed", reason: "time-out", ...until });
    expect(getUploads(failed)[0]).toBe(7);
  });
});

const damaged: AttemptOutcome = { outcome: "file-gone", fields: ["cv"], isDamaged: true };

describe("afterAttempt with a missing or damaged file", () => {
  const files = [{ field: "letter", upload: 8 }];

  test("returns the form to the candidate after a first attempt and holds the other files", () => {
    const next = stateAfter(
      startFirstAttempt(held, { ...contents, files }, record, "own key"),
      damaged,
    );
    expect(next).toEqual({ state: "refused", positionUuid: "position", cv: undefined, files });
  });

  test("fails the application after a later attempt and keeps the contents", () => {
    const next = stateAfter(sendingAfter(unreachable), damaged);
    expect(next).toMatchObject({
      state: "failed",
      reason: "file-lost",
      lostFiles: ["cv"],
      kept: { contents },
    });
    const refusal = { canCorrect: true, damaged: "file" };
    expect(createReceipt(next, limits)).toMatchObject({ refusal });
  });
});

test("an unconfirmed application with a damaged file stays unconfirmed", () => {
  const next = stateAfter({ ...sendingAfter(unreachable), isUnconfirmed: true }, damaged);
  expect(next).toMatchObject({ state: "unconfirmed", lostFiles: ["cv"] });
  expect(createEntry(next)).toMatchObject({ state: "unconfirmed", reason: "file-lost" });
});

describe("the delay before the next attempt", () => {
  test("is four times RETRY_FIRST_MS after the third attempt, even for a refusal", () => {
    for (const outcome of [unreachable, refusedWith422]) {
      expect(stateAfter(sendingAfter(unreachable, unreachable), outcome)).toMatchObject({
        nextAt: SENT_AT + 100 + 8000,
      });
    }
  });

  test("honours a Retry-After, up to an hour or the end of the delivery time", () => {
    const wait = (retryAfterMs: number, now = SENT_AT + 100) => {
      const busy: AttemptOutcome = { outcome: "unreachable", status: 503, retryAfterMs };
      return (stateAfter(firstSending(), busy, { now }) as Waiting).nextAt;
    };
    expect(wait(0)).toBe(SENT_AT + 100 + 2000);
    expect(wait(60_000)).toBe(SENT_AT + 100 + 60_000);
    expect(wait(1e15)).toBe(SENT_AT + 100 + HOUR);
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    expect(wait(1e15, end - 60_000)).toBe(end);
  });

  test("adds jitter to a Retry-After", () => {
    const busy: AttemptOutcome = { outcome: "unreachable", status: 503, retryAfterMs: 60_000 };
    const latest = afterAttempt(firstSending(), busy, limits, { now: SENT_AT, random: 1 });
    expect(latest).toMatchObject({ nextAt: SENT_AT + 75_000 });
  });

  test("lasts until the time limit of an interrupted attempt", () => {
    const cut = afterCut(firstSending(), limits, SENT_AT + 100);
    expect(cut).toMatchObject({ state: "waiting", nextAt: SENT_AT + 40_000 });
  });

  test("grows with the number of attempts, even after an interrupted attempt", () => {
    const eighth = { ...firstSending(), attempts: 8 };
    expect(afterCut(eighth, limits, SENT_AT + 100)).toMatchObject({ nextAt: SENT_AT + 256_000 });
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    expect(afterCut(eighth, limits, end)).toMatchObject({ state: "failed", reason: "time-out" });
  });
});

describe("afterAttempt with a 409 after a lost response", () => {
  const conflict = (now: number) =>
    stateAfter(sendingAfter(unreachable), alreadyApplied, { now }) as Waiting;

  test("schedules a retry after the lost attempt's time limit", () => {
    const now = SENT_AT + 9000;
    const { nextAt } = conflict(now);
    expect(nextAt - now).toBe(limits.APPLY_TIMEOUT_MS + 2 * limits.RETRY_FIRST_MS);
    // The retry may even come after the delivery time ends.
    const end = SENT_AT + limits.DELIVER_FOR_MS;
    expect(conflict(end).nextAt).toBeGreaterThan(end + limits.APPLY_TIMEOUT_MS);
  });

  test("with DELIVER_LATER=off, returns the form only before the lost attempt's time limit", () => {
    const refused = stateAfter(firstSending(), refusedWith503) as Unsent;
    const retry = startFirstAttempt(refused, contents, record, "own key");
    const off = { DELIVER_LATER: "off" } as const;
    const { APPLY_TIMEOUT_MS } = limits;
    const soon = stateAfter(retry, alreadyApplied, {
      ...off,
      now: SENT_AT + 99 + APPLY_TIMEOUT_MS,
    });
    const refusal = { state: "refused", positionUuid: "position", files: contents.files };
    expect(soon).toEqual({ ...refusal, lostAt: SENT_AT + 100, lostDigest: "digest" });
    const later = stateAfter(retry, alreadyApplied, {
      ...off,
      now: SENT_AT + 100 + APPLY_TIMEOUT_MS,
    });
    expect(later).toMatchObject({ state: "unconfirmed", kept: { contents } });
  });
});

import { describe, expect, test } from "vitest";
import {
  ANSWERS,
  START,
  listSteps,
  type Conditions,
  type Step,
  type World,
} from "../../../tests/support/delivery-world";
import { worldKey } from "../../../tests/support/delivery-worlds";
import { contents, limits } from "../../../tests/support/lifecycle-states";
import { afterAttempt, afterCut } from "./after-attempt";
import { createReceipt } from "./answers";
import type { AttemptOutcome } from "./attempt.server";
import { startNextAttempt, type onSubmit } from "./lifecycle";
import { isUnsent, getPending, getUploads, type ApplicationState, type Failed } from "./state";
import { createEntry } from "./undelivered";

/*
 * Checks the promises of delivery in every reachable state. `listSteps` lists the possible
 * steps, and `explore` visits every world that they lead to. Broken promises are reported with the shortest path.
 */

interface Case extends Conditions, Step {
  before: World;
}

const sentDigest = (state: ApplicationState) => (isUnsent(state) ? undefined : state.record.digest);
const receiptStatus = (state: ApplicationState) => createReceipt(state, limits)?.status;
const isGivenUp = (state: ApplicationState) =>
  (state.state === "failed" || state.state === "unconfirmed") && !state.kept;

/** Conditions that hold for every step and for the world after it. */
const PROMISES: Record<string, (step: Case) => boolean> = {
  // Exception: a platform that honours keys repeats its answer for a changed form with the same key. If the
  // first form was returned although it had arrived, or lost its file, the platform has the earlier contents.
  "a receipt says 'delivered' only if the platform took the form": ({ after, honours }) =>
    receiptStatus(after.state) !== "delivered" ||
    after.taken.some((form) => honours || form === sentDigest(after.state)),

  "every attempt has the application's key, and at most one is taken if keys are honoured": (
    step,
  ) =>
    (!step.begins || step.begins.sending.contents.applicationId === contents.applicationId) &&
    (!step.honours || step.after.taken.length <= 1),

  // Exception: an application that was given up starts over when the candidate sends it again.
  "an application keeps its receipt until that expires": ({ after }) =>
    !after.hasReceipt || receiptStatus(after.state) !== undefined,

  // During a correction's first attempt, the index still has the entry of the refused application.
  "a sent application is delivered, answered with 409, given up, or listed": ({ after }) => {
    const { hasReceipt, state, isListed } = after;
    const isOver = state.state === "delivered" || state.state === "already-applied";
    if (!hasReceipt || isOver || isGivenUp(state)) return true;
    const isFirst = state.state === "sending" && state.attempts === 1;
    return isListed && (isFirst || createEntry(state) !== undefined);
  },

  "a finished application is not listed": ({ after: { state, isListed } }) =>
    (state.state !== "delivered" && state.state !== "already-applied" && !isGivenUp(state)) ||
    !isListed,

  "a returned form is sent only by the candidate or an operator": ({ begins, before }) =>
    begins?.by === "candidate" ||
    begins?.by === "operator" ||
    begins?.sending.record.digest !== before.returned ||
    before.returned === undefined,

  "an accepted answer is about the candidate's own form": ({ answered, after }) =>
    answered?.answer.outcome !== "accepted" || sentDigest(after.state) === answered.form,

  "'already applied' follows only a 409 that our own attempt did not cause": (step) => {
    const { before, after, outcome, answered, honours } = step;
    const isNew = after.state.state === "already-applied" && before.state !== after.state;
    const isAnswer = answered?.answer.outcome === "already-applied" && outcome !== undefined;
    if (!isNew && !isAnswer) return true;
    return outcome?.outcome === "already-applied" && (honours || !before.mayHaveArrived);
  },

  "a 409 is final if keys are honoured": ({ after, outcome, honours }) =>
    outcome?.outcome !== "already-applied" ||
    !honours ||
    after.state.state === "already-applied" ||
    isUnsent(after.state),

  "a first attempt never leads to waiting if nothing is delivered later": (step) =>
    step.DELIVER_LATER !== "off" ||
    step.before.state.state !== "sending" ||
    step.before.state.attempts > 1 ||
    step.after.state.state !== "waiting",

  "a candidate waiting for a first attempt gets its refusal": ({ before, outcome, answered }) =>
    outcome?.outcome !== "refused" ||
    before.state.state !== "sending" ||
    before.state.attempts > 1 ||
    answered?.answer.outcome === "refused",

  "a 409 means 'already applied' if no attempt of ours may have arrived": (step) =>
    step.outcome?.outcome !== "already-applied" ||
    step.honours ||
    step.before.mayHaveArrived ||
    step.after.state.state === "already-applied" ||
    step.answered?.answer.outcome === "already-applied",

  "an answer counts as lost only if the attempt may have arrived": ({ before, after, begins }) =>
    before.state.state !== "sending" ||
    begins !== undefined ||
    after.state.state !== "failed" ||
    after.state.reason !== "answer-lost" ||
    before.isUnasked ||
    after.isUnasked,

  "delivered and already-applied are final": ({ before, after, event }) =>
    !["delivered", "already-applied"].includes(before.state.state) ||
    after.state.state === before.state.state ||
    event === "forgotten",

  "an unconfirmed application stays unconfirmed or becomes delivered or already applied": ({
    before,
    after,
    event,
  }) => {
    const becomes = receiptStatus(after.state) ?? event;
    return (
      receiptStatus(before.state) !== "unconfirmed" ||
      ["unconfirmed", "delivered", "already-applied", "forgotten"].includes(becomes)
    );
  },

  "an unconfirmed application is sent only by an operator, one at a time": ({ begins, before }) =>
    !begins || receiptStatus(before.state) !== "unconfirmed" || begins.by === "operator",

  "with RETRY_AMBIGUOUS=off, only a candidate or operator repeats an attempt that may have arrived":
    (step) =>
      !step.begins || !step.before.isUnasked || !["alarm", "worker"].includes(step.begins.by),

  "an application that failed because of a lost answer is sent only by an operator": ({ begins }) =>
    begins?.of.state !== "failed" || begins.of.reason !== "answer-lost" || begins.by === "operator",

  "only a repeat of the same form waits for a running attempt": ({ becomes, form, before }) =>
    becomes !== "waits" || form === sentDigest(before.state),

  "contents are stored only as long as they can be sent": ({ before, after: { state } }) => {
    if (before.state === state) return true;
    const hasContents = getPending(state) !== undefined;
    const isSent = state.state === "sending" || startNextAttempt(state, 0) !== undefined;
    const isLeft = JSON.stringify(state).includes("firstName");
    return hasContents === isSent && hasContents === isLeft;
  },

  "contents are given up only by an operator or after seven days": (step) => {
    const isGivingUp = step.event === "drop" || step.event === "seven days";
    return isGivingUp
      ? isGivenUp(step.after.state)
      : !isGivenUp(step.after.state) || isGivenUp(step.before.state);
  },

  "a returned form keeps its file unless it was lost": ({ answered, after, outcome }) =>
    (answered?.answer.outcome !== "refused" && answered?.answer.outcome !== "unreachable") ||
    outcome === undefined ||
    getUploads(after.state).length === 1,

  "an attempt has a stored file, never one from other contents": ({ begins }) => {
    if (!begins || begins.isFileNew) return true;
    const { of, sending } = begins;
    const isOwn = isUnsent(of) || sending.record.digest === sentDigest(of) || sending.isCorrection;
    return isOwn === true && getUploads(of).length === 1;
  },

  "one attempt at a time": ({ begins, before }) => !begins || !before.isUnderWay,
};

interface Visit {
  world: World;
  event: string;
  from?: Visit;
}

const describePath = ({ event, from }: Visit): string =>
  from ? `${describePath(from)}\n  ${event}` : event;

interface Explored {
  /** Broken promises, each with the shortest path to it. */
  broken: Record<string, string>;
  /** Situations that occurred, with the number of steps that led to each. */
  occurred: Map<string, number>;
  states: Set<ApplicationState>;
}

/** Visits every world, nearest first. */
function explore(conditions: Conditions): Explored {
  const { broken, occurred, states }: Explored = {
    broken: {},
    occurred: new Map(),
    states: new Set(),
  };
  const countSituation = (what: string) => occurred.set(what, (occurred.get(what) ?? 0) + 1);
  const promises = Object.entries(PROMISES);
  const seen = new Set([worldKey(START)]);
  const visits: Visit[] = [{ world: START, event: "" }];
  for (const visit of visits) {
    const before = visit.world;
    states.add(before.state);
    for (const step of listSteps(before, conditions)) {
      const { after, event, becomes } = step;
      const next = { world: after, event, from: visit };
      const whole: Case = Object.assign(step, conditions, { before });
      for (const [promise, holds] of promises) {
        if (!holds(whole)) broken[promise] ??= describePath(next);
      }
      if (becomes) countSituation(`a form ${becomes}`);
      if (after === before) continue;
      countSituation(after.state.state);
      if (after.state.state === "failed") countSituation(`failed: ${after.state.reason}`);
      const key = worldKey(after);
      if (seen.has(key)) continue;
      seen.add(key);
      visits.push(next);
    }
  }
  return { broken, occurred, states };
}

/** Mutation runs allow less by default. */
const TIMEOUT_MS = 60_000;

const ALL = [true, false].flatMap((honours) =>
  (["on", "off"] as const).map((RETRY_AMBIGUOUS) => ({ honours, RETRY_AMBIGUOUS })),
);
const explored = new Map<Conditions, Explored>();
function exploreOnce(conditions: Conditions): Explored {
  const result = explored.get(conditions) ?? explore(conditions);
  explored.set(conditions, result);
  return result;
}

/** The final state if, after the delivery time, every attempt gets this outcome. */
function findEnd(
  state: ApplicationState,
  outcome: AttemptOutcome | "cut off",
  { RETRY_AMBIGUOUS }: Conditions,
) {
  const settings = { ...limits, RETRY_AMBIGUOUS };
  let end = state;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const sending = end.state === "waiting" && startNextAttempt(end, 0);
    if (!sending) break;
    const now = sending.record.sentAt + limits.DELIVER_FOR_MS;
    end =
      outcome === "cut off"
        ? afterCut(sending, settings, now)
        : afterAttempt(sending, outcome, settings, { now, random: 0 });
  }
  return end.state;
}

const EVERY_STATE = {
  ...{ draft: 0, refused: 0, sending: 0, waiting: 0, failed: 0, unconfirmed: 0 },
  ...{ delivered: 0, "already-applied": 0 },
} satisfies Record<ApplicationState["state"], 0>;
const EVERY_REASON = {
  ...{ "time-out": 0, refused: 0, "answer-lost": 0, "file-lost": 0, dropped: 0 },
} satisfies Record<Failed["reason"], 0>;
const EVERY_SUBMIT = {
  ...{ first: 0, again: 0, waits: 0, answered: 0, taken: 0, "file-gone": 0, cut: 0 },
} satisfies Record<ReturnType<typeof onSubmit>, 0>;

describe("in every reachable state", () => {
  test.each(ALL)(
    "every promise holds with %j",
    (conditions) => {
      expect(exploreOnce(conditions).broken).toEqual({});
    },
    TIMEOUT_MS,
  );

  test.each(ALL)("no application waits after the delivery time with %j", (conditions) => {
    for (const state of exploreOnce(conditions).states) {
      if (state.state !== "waiting") continue;
      for (const outcome of ["cut off" as const, ...ANSWERS.map(([, answer]) => answer)]) {
        expect(findEnd(state, outcome, conditions)).not.toBe("waiting");
      }
    }
  });

  test("every state, reason and form decision occurs in several ways", () => {
    const results = ALL.map(exploreOnce);
    const everything = [
      ...Object.keys(EVERY_STATE),
      ...Object.keys(EVERY_REASON).map((reason) => `failed: ${reason}`),
      ...Object.keys(EVERY_SUBMIT).map((becomes) => `a form ${becomes}`),
    ];
    for (const what of everything) {
      const ways = results.reduce((sum, { occurred }) => sum + (occurred.get(what) ?? 0), 0);
      expect(ways, what).toBeGreaterThan(1);
    }
  });
});

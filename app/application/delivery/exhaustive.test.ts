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
 * What delivery promises (design, section 6), proven for everything that can happen to an application, in
 * any order and however often: `stepsFrom` lists what can happen, and every world that comes of it is
 * visited. A promise that is broken is reported with the shortest way there.
 */

interface Case extends Conditions, Step {
  before: World;
}

const formIn = (state: ApplicationState) => (isUnsent(state) ? undefined : state.record.digest);
const standingIn = (state: ApplicationState) => createReceipt(state, limits)?.status;
const isGivenUp = (state: ApplicationState) =>
  (state.state === "failed" || state.state === "unconfirmed") && !state.kept;

/** Each is true of every step, and of the world after it. */
const PROMISES: Record<string, (step: Case) => boolean> = {
  // Exception: a platform that honours keys answers a changed form under a key that it has taken as it
  // answered the first one. If that one came back to its candidate though it had arrived, or lost its
  // file, the platform has the earlier contents.
  "a receipt says 'delivered' only if the platform has taken it": ({ after, honours }) =>
    standingIn(after.state) !== "delivered" ||
    after.taken.some((form) => honours || form === formIn(after.state)),

  "every attempt has the application's key: where that is honoured, one is taken at most": (step) =>
    (!step.begins || step.begins.sending.contents.applicationId === contents.applicationId) &&
    (!step.honours || step.after.taken.length <= 1),

  // Exception: what was given up starts over when its candidate sends it again.
  "an application that was applied for keeps its receipt until that expires": ({ after }) =>
    !after.hasReceipt || standingIn(after.state) !== undefined,

  // A correction's first attempt leaves the entry of what it corrects in the index.
  "what was applied for is delivered, answered with 409, given up, or listed": ({ after }) => {
    const { hasReceipt, state, isListed } = after;
    const isOver = state.state === "delivered" || state.state === "already-applied";
    if (!hasReceipt || isOver || isGivenUp(state)) return true;
    const isFirst = state.state === "sending" && state.attempts === 1;
    return isListed && (isFirst || createEntry(state) !== undefined);
  },

  "what is over is not listed": ({ after: { state, isListed } }) =>
    (state.state !== "delivered" && state.state !== "already-applied" && !isGivenUp(state)) ||
    !isListed,

  "a form that was returned is sent only when a person sends it": ({ begins, before }) =>
    begins?.by === "candidate" ||
    begins?.by === "operator" ||
    begins?.sending.record.digest !== before.returned ||
    before.returned === undefined,

  "a candidate is told about the form that they sent": ({ told, after }) =>
    told?.answer.outcome !== "accepted" || formIn(after.state) === told.form,

  "'already applied' follows a 409 that is not about an attempt of ours": (step) => {
    const { before, after, outcome, told, honours } = step;
    const isNew = after.state.state === "already-applied" && before.state !== after.state;
    const isTold = told?.answer.outcome === "already-applied" && outcome !== undefined;
    if (!isNew && !isTold) return true;
    return outcome?.outcome === "already-applied" && (honours || !before.mayHaveArrived);
  },

  "a 409 is final where keys are honoured": ({ after, outcome, honours }) =>
    outcome?.outcome !== "already-applied" ||
    !honours ||
    after.state.state === "already-applied" ||
    isUnsent(after.state),

  "where nothing is delivered later, no first attempt leaves it waiting": (step) =>
    step.DELIVER_LATER !== "off" ||
    step.before.state.state !== "sending" ||
    step.before.state.attempts > 1 ||
    step.after.state.state !== "waiting",

  "a refusal is told to a candidate who waits for a first attempt": ({ before, outcome, told }) =>
    outcome?.outcome !== "refused" ||
    before.state.state !== "sending" ||
    before.state.attempts > 1 ||
    told?.answer.outcome === "refused",

  "a 409 where nothing of ours may have arrived is 'already applied'": (step) =>
    step.outcome?.outcome !== "already-applied" ||
    step.honours ||
    step.before.mayHaveArrived ||
    step.after.state.state === "already-applied" ||
    step.told?.answer.outcome === "already-applied",

  "an answer counts as lost only if the attempt may have arrived": ({ before, after, begins }) =>
    before.state.state !== "sending" ||
    begins !== undefined ||
    after.state.state !== "failed" ||
    after.state.reason !== "answer-lost" ||
    before.isUnasked ||
    after.isUnasked,

  "what is delivered or already applied stays so": ({ before, after, event }) =>
    !["delivered", "already-applied"].includes(before.state.state) ||
    after.state.state === before.state.state ||
    event === "forgotten",

  "what is unconfirmed only becomes certain": ({ before, after, event }) => {
    const becomes = standingIn(after.state) ?? event;
    return (
      standingIn(before.state) !== "unconfirmed" ||
      ["unconfirmed", "delivered", "already-applied", "forgotten"].includes(becomes)
    );
  },

  "what is unconfirmed is sent only by an operator, and by itself": ({ begins, before }) =>
    !begins || standingIn(before.state) !== "unconfirmed" || begins.by === "operator",

  "where it is not allowed, only a person repeats what may have arrived": (step) =>
    !step.begins || !step.before.isUnasked || !["alarm", "worker"].includes(step.begins.by),

  "what failed because its answer was lost is sent only by an operator": ({ begins }) =>
    begins?.of.state !== "failed" || begins.of.reason !== "answer-lost" || begins.by === "operator",

  "only the same form waits for the attempt under way": ({ becomes, form, before }) =>
    becomes !== "joins" || form === formIn(before.state),

  "contents are kept for exactly as long as they can be sent": ({ before, after: { state } }) => {
    if (before.state === state) return true;
    const hasContents = getPending(state) !== undefined;
    const isSent = state.state === "sending" || startNextAttempt(state, 0) !== undefined;
    const isLeft = JSON.stringify(state).includes("firstName");
    return hasContents === isSent && hasContents === isLeft;
  },

  "contents are given up by an operator or after seven days, and not otherwise": (step) => {
    const isGivingUp = step.event === "drop" || step.event === "seven days";
    return isGivingUp
      ? isGivenUp(step.after.state)
      : !isGivenUp(step.after.state) || isGivenUp(step.before.state);
  },

  "a returned form still has its file, unless that was lost": ({ told, after, outcome }) =>
    (told?.answer.outcome !== "refused" && told?.answer.outcome !== "unreachable") ||
    outcome === undefined ||
    getUploads(after.state).length === 1,

  "an attempt has a stored file, and never that of other contents": ({ begins }) => {
    if (!begins || begins.isFileNew) return true;
    const { of, sending } = begins;
    const isOwn = isUnsent(of) || sending.record.digest === formIn(of) || sending.isCorrection;
    return isOwn === true && getUploads(of).length === 1;
  },

  "one attempt at a time": ({ begins, before }) => !begins || !before.isUnderWay,
};

interface Visit {
  world: World;
  event: string;
  from?: Visit;
}

const wayTo = ({ event, from }: Visit): string => (from ? `${wayTo(from)}\n  ${event}` : event);

interface Explored {
  /** The broken promises, each with the shortest way there. */
  broken: Record<string, string>;
  /** What was met, and how many different steps led there. */
  met: Map<string, number>;
  states: Set<ApplicationState>;
}

/** Visits every world, the nearest first. */
function explore(conditions: Conditions): Explored {
  const { broken, met, states }: Explored = { broken: {}, met: new Map(), states: new Set() };
  const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
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
        if (!holds(whole)) broken[promise] ??= wayTo(next);
      }
      if (becomes) meet(`a form ${becomes}`);
      if (after === before) continue;
      meet(after.state.state);
      if (after.state.state === "failed") meet(`failed: ${after.state.reason}`);
      const key = worldKey(after);
      if (seen.has(key)) continue;
      seen.add(key);
      visits.push(next);
    }
  }
  return { broken, met, states };
}

/** A mutation run allows a test less. */
const TIMEOUT_MS = 60_000;

const ALL = [true, false].flatMap((honours) =>
  (["on", "off"] as const).map((RETRY_AMBIGUOUS) => ({ honours, RETRY_AMBIGUOUS })),
);
const explored = new Map<Conditions, Explored>();
function resultOf(conditions: Conditions): Explored {
  const result = explored.get(conditions) ?? explore(conditions);
  explored.set(conditions, result);
  return result;
}

/** The state when every attempt gets the same answer, or is cut off, once the time to deliver is over. */
function endOf(
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
  ...{ first: 0, again: 0, joins: 0, answered: 0, taken: 0, "file-gone": 0, cut: 0 },
} satisfies Record<ReturnType<typeof onSubmit>, 0>;

describe("whatever happens to an application, in any order", () => {
  test.each(ALL)(
    "every promise holds: %j",
    (conditions) => {
      expect(resultOf(conditions).broken).toEqual({});
    },
    TIMEOUT_MS,
  );

  test.each(ALL)("what waits is decided when its time is over: %j", (conditions) => {
    for (const state of resultOf(conditions).states) {
      if (state.state !== "waiting") continue;
      for (const outcome of ["cut off" as const, ...ANSWERS.map(([, answer]) => answer)]) {
        expect(endOf(state, outcome, conditions)).not.toBe("waiting");
      }
    }
  });

  test("every state, reason and kind of form is met on several ways", () => {
    const results = ALL.map(resultOf);
    const everything = [
      ...Object.keys(EVERY_STATE),
      ...Object.keys(EVERY_REASON).map((reason) => `failed: ${reason}`),
      ...Object.keys(EVERY_SUBMIT).map((becomes) => `a form ${becomes}`),
    ];
    for (const what of everything) {
      const ways = results.reduce((sum, { met }) => sum + (met.get(what) ?? 0), 0);
      expect(ways, what).toBeGreaterThan(1);
    }
  });
});

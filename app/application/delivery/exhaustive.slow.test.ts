import { describe, expect, test } from "vitest";
import {
  ANSWERS,
  START,
  listSteps,
  type Conditions,
  type Step,
  type World,
} from "~/tests/support/delivery-world";
import { worldKey } from "~/tests/support/delivery-worlds";
import { contents, limits } from "~/tests/support/lifecycle-states";
import { isLong } from "~/tests/support/size";
import { afterAttempt, afterCut } from "./after-attempt";
import { createReceipt } from "./answers";
import type { AttemptOutcome } from "./attempt-outcome";
import { startNextAttempt, type onSubmit } from "./lifecycle";
import { isUnsent, getPending, getUploads, type ApplicationState, type Failed } from "./state";
import { createEntry } from "./undelivered";

/* Checks the invariants of delivery in every reachable `World`. `listSteps` returns the possible steps from a
   world, and `explore` follows all steps. A broken invariant is reported with the shortest path to it. `npm
   run test:long` visits all worlds, and other runs visit only those within a few steps. */

interface Case extends Conditions, Step {
  before: World;
}

const sentDigest = (state: ApplicationState) => (isUnsent(state) ? undefined : state.record.digest);
const receiptStatus = (state: ApplicationState) => createReceipt(state, limits)?.status;
const isGivenUp = (state: ApplicationState) =>
  (state.state === "failed" || state.state === "unconfirmed") && !state.kept;

/** Conditions that hold after every step. */
const INVARIANTS: Record<string, (step: Case) => boolean> = {
  "a receipt is 'delivered' only if the platform accepted the form": ({ after }) =>
    receiptStatus(after.state) !== "delivered" ||
    after.taken.some((taken) => taken.startsWith(sentDigest(after.state) ?? "nothing")),

  "a platform that honours keys accepts at most one form under the id": ({ begins, ...step }) =>
    (!begins || begins.sending.contents.applicationId === contents.applicationId) &&
    (!step.honours || step.after.taken.filter((taken) => taken.endsWith("id")).length <= 1),

  // `hasReceipt` is reset when the candidate resends an application that was given up.
  "an application keeps its receipt until the receipt expires": ({ after }) =>
    !after.hasReceipt || receiptStatus(after.state) !== undefined,

  // During a correction's first attempt, the index still has the entry of the refused application.
  "a sent application is delivered, already applied, given up, or in the index": ({ after }) => {
    const { hasReceipt, state, isListed } = after;
    const isOver = state.state === "delivered" || state.state === "already-applied";
    if (!hasReceipt || isOver || isGivenUp(state)) return true;
    const isFirst = state.state === "sending" && state.attempts === 1;
    return isListed && (isFirst || createEntry(state) !== undefined);
  },

  "a finished application is not in the index": ({ after: { state, isListed } }) =>
    (state.state !== "delivered" && state.state !== "already-applied" && !isGivenUp(state)) ||
    !isListed,

  "only the candidate or an operator resends a returned form": ({ begins, before }) =>
    begins?.by === "candidate" ||
    begins?.by === "operator" ||
    begins?.sending.record.digest !== before.returned ||
    before.returned === undefined,

  "an accepted result belongs to the candidate's own form": ({ answered, after }) =>
    answered?.answer.outcome !== "accepted" || sentDigest(after.state) === answered.form,

  "'already applied' follows only a 409 that no earlier attempt can have caused": (step) => {
    const { before, after, outcome, answered, honours } = step;
    const isNew = after.state.state === "already-applied" && before.state !== after.state;
    const isAnswer = answered?.answer.outcome === "already-applied" && outcome !== undefined;
    if (!isNew && !isAnswer) return true;
    return outcome?.outcome === "already-applied" && (honours || !before.mayHaveArrived);
  },

  "a 409 is final if the platform honours keys": ({ after, outcome, honours }) =>
    outcome?.outcome !== "already-applied" ||
    !honours ||
    after.state.state === "already-applied" ||
    isUnsent(after.state),

  "with DELIVER_LATER=off, a first attempt never leads to waiting": (step) =>
    step.DELIVER_LATER !== "off" ||
    step.before.state.state !== "sending" ||
    step.before.state.attempts > 1 ||
    step.after.state.state !== "waiting",

  "the candidate receives the refusal of a first attempt": ({ before, outcome, answered }) =>
    outcome?.outcome !== "refused" ||
    before.state.state !== "sending" ||
    before.state.attempts > 1 ||
    answered?.answer.outcome === "refused",

  "a 409 means 'already applied' if no earlier attempt can have arrived": (step) =>
    step.outcome?.outcome !== "already-applied" ||
    step.honours ||
    step.before.mayHaveArrived ||
    step.after.state.state === "already-applied" ||
    step.answered?.answer.outcome === "already-applied",

  "an application fails with a lost response only if an attempt may have arrived": ({
    before,
    after,
    begins,
  }) =>
    before.state.state !== "sending" ||
    begins !== undefined ||
    after.state.state !== "failed" ||
    after.state.reason !== "answer-lost" ||
    before.hasUnrequestedAttempt ||
    after.hasUnrequestedAttempt,

  "the states delivered and already-applied are final": ({ before, after, event }) =>
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

  "only an operator resends an unconfirmed application": ({ begins, before }) =>
    !begins || receiptStatus(before.state) !== "unconfirmed" || begins.by === "operator",

  "with RETRY_AMBIGUOUS=off, only a candidate or operator repeats an attempt that may have arrived":
    (step) =>
      !step.begins ||
      !step.before.hasUnrequestedAttempt ||
      !["alarm", "worker"].includes(step.begins.by),

  "only an operator resends an application that failed with a lost response": ({ begins }) =>
    begins?.of.state !== "failed" || begins.of.reason !== "answer-lost" || begins.by === "operator",

  "only a repeat of the same form waits for a running attempt": ({ becomes, form, before }) =>
    becomes !== "waits" || form === sentDigest(before.state),

  "contents are stored only as long as they can be sent": ({ before, after: { state } }) => {
    if (before.state === state) return true;
    const hasContents = getPending(state) !== undefined;
    const canBeSent = state.state === "sending" || startNextAttempt(state, 0) !== undefined;
    const hasCandidateName = JSON.stringify(state).includes("firstName");
    return hasContents === canBeSent && hasContents === hasCandidateName;
  },

  "an application is given up only by an operator or after seven days": (step) => {
    const isGivingUp = step.event === "drop" || step.event === "seven days";
    return isGivingUp
      ? isGivenUp(step.after.state)
      : !isGivenUp(step.after.state) || isGivenUp(step.before.state);
  },

  "a returned form keeps its stored file": ({ answered, after, outcome }) =>
    (answered?.answer.outcome !== "refused" && answered?.answer.outcome !== "unreachable") ||
    outcome === undefined ||
    getUploads(after.state).length === 1,

  "an attempt without a new file uses the application's stored file": ({ begins }) => {
    if (!begins || begins.isFileNew) return true;
    const { of, sending } = begins;
    const isOwn = isUnsent(of) || sending.record.digest === sentDigest(of) || sending.isCorrection;
    return isOwn === true && getUploads(of).length === 1;
  },

  "no attempt starts during another attempt": ({ begins, before }) => !begins || !before.isUnderWay,
};

/** Maximum distance from the start, in steps. */
const DEPTH = isLong ? Infinity : 7;

interface Visit {
  world: World;
  depth: number;
  event: string;
  from?: Visit;
}

const describePath = ({ event, from }: Visit): string =>
  from ? `${describePath(from)}\n  ${event}` : event;

interface Explored {
  /** The shortest path to each broken invariant. */
  broken: Record<string, string>;
  /** Number of steps that led to each situation. */
  occurred: Map<string, number>;
  states: Set<ApplicationState>;
}

/** Visits every reachable world, breadth first. */
function explore(conditions: Conditions): Explored {
  const { broken, occurred, states }: Explored = {
    broken: {},
    occurred: new Map(),
    states: new Set(),
  };
  const countSituation = (name: string) => occurred.set(name, (occurred.get(name) ?? 0) + 1);
  const invariants = Object.entries(INVARIANTS);
  const seen = new Set([worldKey(START)]);
  const visits: Visit[] = [{ world: START, depth: 0, event: "" }];
  for (const visit of visits) {
    if (visit.depth === DEPTH) break;
    const before = visit.world;
    states.add(before.state);
    for (const step of listSteps(before, conditions)) {
      const { after, event, becomes } = step;
      const next = { world: after, depth: visit.depth + 1, event, from: visit };
      const current: Case = Object.assign(step, conditions, { before });
      for (const [invariant, holds] of invariants) {
        if (!holds(current)) broken[invariant] ??= describePath(next);
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

/** The default timeout is too short for mutation tests and busy machines. */
const TIMEOUT_MS = 600_000;

const ALL = [true, false]
  .flatMap((honours) =>
    (["on", "off"] as const).map((RETRY_AMBIGUOUS) => ({ honours, RETRY_AMBIGUOUS })),
  )
  // Each value once, unless all combinations run.
  .filter(({ honours, RETRY_AMBIGUOUS }) => isLong || honours === (RETRY_AMBIGUOUS === "off"));
const explored = new Map<Conditions, Explored>();
function exploreOnce(conditions: Conditions): Explored {
  const result = explored.get(conditions) ?? explore(conditions);
  explored.set(conditions, result);
  return result;
}

/** Returns the final state if every attempt after the delivery time has this outcome. */
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
  "form-damaged": 0,
} satisfies Record<Failed["reason"], 0>;
const EVERY_SUBMIT = {
  ...{ first: 0, again: 0, waits: 0, answered: 0, taken: 0, "file-gone": 0, cut: 0 },
} satisfies Record<ReturnType<typeof onSubmit>, 0>;

describe("delivery in every reachable state", () => {
  test.each(ALL)(
    "keeps every invariant with %j",
    (conditions) => {
      expect(exploreOnce(conditions).broken).toEqual({});
    },
    TIMEOUT_MS,
  );

  test.each(ALL)("with %j, leaves no application waiting after the delivery time", (conditions) => {
    for (const state of exploreOnce(conditions).states) {
      if (state.state !== "waiting") continue;
      for (const outcome of ["cut off" as const, ...ANSWERS.map(([, answer]) => answer)]) {
        expect(findEnd(state, outcome, conditions)).not.toBe("waiting");
      }
    }
  });

  test("reaches every state, reason and form decision more than once", () => {
    const results = ALL.map(exploreOnce);
    const everything = [
      ...Object.keys(EVERY_STATE),
      ...Object.keys(EVERY_REASON).map((reason) => `failed: ${reason}`),
      ...Object.keys(EVERY_SUBMIT).map((becomes) => `a form ${becomes}`),
    ];
    for (const situation of everything) {
      const ways = results.reduce((sum, { occurred }) => sum + (occurred.get(situation) ?? 0), 0);
      expect(ways, situation).toBeGreaterThan(1);
    }
  });
});

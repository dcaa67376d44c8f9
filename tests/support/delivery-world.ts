import { afterAttempt, afterCut } from "~/app/application/delivery/after-attempt";
import { createSubmitResult, type SubmitResult } from "~/app/application/delivery/answers";
import type { AttemptOutcome } from "~/app/application/delivery/attempt-outcome";
import {
  createDraft,
  forgetFiles,
  giveUp,
  startFirstAttempt,
  startNextAttempt,
  onSubmit,
  makeDue,
  withoutContents,
  type DeliverySettings,
} from "~/app/application/delivery/lifecycle";
import {
  isUnsent,
  getPending,
  findSentFile,
  getUploads,
  type ApplicationState,
  type Sending,
} from "~/app/application/delivery/state";
import { createEntry } from "~/app/application/delivery/undelivered";
import { CHOSEN, isPending, NAMED, normalize, NOW, intern } from "./delivery-worlds";
import * as given from "./lifecycle-states";

/*
 * A model of all events of one application, which come from the candidate, the Worker, the alarm, the
 * operator, the platform and the clock. The model calls the pure core (`lifecycle.ts`, `after-attempt.ts`)
 * as `ApplicationObject` and `Delivery` do.
 */

/**
 * The contents of a form. Both forms have the same application id and therefore the same idempotency key.
 * `this form` is the form that was sent last. A step that sends `another form` swaps the names.
 */
export type Form = "this form" | "another form";

/** A form that the platform took under the application's id as its key, or under the form's own key. */
export type AcceptedForm = `${Form} under ${"the id" | "its own key"}`;

export interface Conditions {
  /** Whether the platform takes each key once and returns the same success for repeats. */
  honours: boolean;
  RETRY_AMBIGUOUS: "on" | "off";
}

/** The settings include `DELIVER_LATER`, which a deployment can change at any time. */
interface FullConditions extends Conditions {
  settings: DeliverySettings;
}

export interface World {
  state: ApplicationState;
  /** Whether an attempt is running. In state `sending`, false means that the attempt was cut off. */
  isUnderWay: boolean;
  /** Whether a candidate is waiting for the attempt's result. */
  isAwaited: boolean;
  hasAlarm: boolean;
  isListed: boolean;
  taken: readonly AcceptedForm[];
  /** Whether the candidate got a receipt. Reset when an application is sent again after it was given up. */
  hasReceipt: boolean;
  /** The form that was returned to the candidate and has not been sent again. */
  returned?: Form | undefined;
  /** The candidate's submit, as long as the Worker can repeat it. */
  submitted?: { form: Form; isCorrection: boolean } | undefined;
  /** Whether an attempt may have arrived since the application was last given up. */
  mayHaveArrived: boolean;
  /** Whether an attempt may have arrived since the candidate or an operator last requested one. */
  hasUnrequestedAttempt: boolean;
}

export interface Step {
  event: string;
  after: World;
  /** The attempt that starts, the state before it, its initiator, and whether the form has a new file. */
  begins?: {
    sending: Sending;
    of: ApplicationState;
    by: "candidate" | "operator" | "worker" | "alarm";
    isFileNew?: boolean;
  };
  /** The submitted form, if its candidate waits for the running attempt. */
  form?: Form;
  /** The core's decision about a submitted form. */
  becomes?: ReturnType<typeof onSubmit>;
  answered?: { form: Form; answer: SubmitResult };
  outcome?: AttemptOutcome;
  DELIVER_LATER?: "on" | "off";
}

/** The outcomes of an attempt, and whether the platform takes the application. */
export const ANSWERS: [string, AttemptOutcome, "takes" | "may take" | "does not take"][] = [
  ["2xx", given.accepted, "takes"],
  ["2xx in HTML", given.unconfirmed, "may take"],
  ["409", given.alreadyApplied, "does not take"],
  ["422", given.refusedWith422, "does not take"],
  ["503 with a detail", given.refusedWith503, "may take"],
  ["no answer", given.unreachable, "may take"],
  ["2xx before the end of the form", given.early, "may take"],
  ["302", given.status(302), "may take"],
  ["408", given.status(408), "may take"],
  ["500", given.status(500), "may take"],
  ["429", given.rateLimited, "does not take"],
  ["401", given.status(401), "does not take"],
  ["form damaged", { outcome: "form-damaged" }, "does not take"],
  ["file lost", { outcome: "file-gone", fields: ["cv"], isDamaged: true }, "does not take"],
];

const clock = { now: NOW, random: 0 };

export function listSteps(world: World, conditions: Conditions): Step[] {
  const steps: Step[] = [
    { event: "alarm lost", after: { ...world, hasAlarm: false } },
    ...operatorSteps(world),
    {
      event: "attempt time-out passed",
      after: makeOlder(world, given.limits.APPLY_TIMEOUT_MS),
    },
    { event: "delivery time passed", after: makeOlder(world, given.limits.DELIVER_FOR_MS) },
  ];
  for (const DELIVER_LATER of ["on", "off"] as const) {
    const { RETRY_AMBIGUOUS } = conditions;
    const settled = {
      ...conditions,
      settings: { ...given.limits, DELIVER_LATER, RETRY_AMBIGUOUS },
    };
    // `DELIVER_LATER` affects only the state after an attempt.
    const isCut = world.state.state === "sending" && !world.isUnderWay;
    const decided = world.isUnderWay ? listAttemptEnds(world, settled) : [];
    if (DELIVER_LATER === "on" || isCut) {
      decided.push(...listSubmits(world, settled));
      if (world.hasAlarm) decided.push(alarm(world, settled));
      decided.push({ event: "receipt opened, or watchdog", after: resume(world, settled) });
    }
    steps.push(...decided.map((step) => ({ ...step, DELIVER_LATER })));
  }
  return steps.map((step) => ({ ...step, after: normalize(world, step.after, conditions) }));
}

function listSubmits(world: World, conditions: FullConditions): Step[] {
  const steps: Step[] = [];
  for (const form of ["this form", "another form"] as const) {
    for (const upload of [NAMED, CHOSEN]) {
      for (const isCorrection of [false, true]) {
        for (const isRepeat of [false, true]) {
          // With RETRY_AMBIGUOUS on, the core treats a repeat as a new submit.
          if (isRepeat && conditions.RETRY_AMBIGUOUS === "on") continue;
          steps.push(submit(world, conditions, { form, upload, isCorrection, isRepeat }));
        }
      }
    }
  }
  return steps;
}

function submit(
  before: World,
  conditions: FullConditions,
  sent: { form: Form; upload: number; isCorrection: boolean; isRepeat: boolean },
): Step {
  const { form, upload, isCorrection, isRepeat } = sent;
  const { settings, honours } = conditions;
  // The Worker repeats only a submit that the object has stored.
  const isByWorker =
    isRepeat &&
    !before.isUnderWay &&
    upload === NAMED &&
    before.submitted?.form === form &&
    before.submitted.isCorrection === isCorrection;
  const world: World = {
    ...resume({ ...before, hasAlarm: true }, conditions),
    submitted: before.isUnderWay ? before.submitted : undefined,
    ...(before.returned === form && { returned: undefined }),
    ...(!isByWorker && { hasUnrequestedAttempt: false }),
  };
  const { state, isUnderWay } = world;
  const isSent = findSentFile(state, "cv")?.upload === upload;
  const isStored = upload === CHOSEN || getUploads(state).includes(upload);
  const files = isSent ? "sent" : isStored ? "held" : "gone";
  const becomes = onSubmit(
    state,
    { digest: form, files, isCorrection, isRepeat: isRepeat && settings.RETRY_AMBIGUOUS === "off" },
    isUnderWay && !isUnsent(state) ? state.record.digest : undefined,
  );
  const event = `${form} sent${isRepeat ? " by the Worker" : ""}, CV ${files}${isCorrection ? ", as a correction" : ""}`;
  const begin = (sending: Sending | undefined, changes: Partial<World> = {}): Step => {
    if (!sending) throw new Error("Nothing is left to send");
    const by = isByWorker ? "worker" : "candidate";
    return {
      ...{
        event: `${event}: ${becomes}`,
        becomes,
        begins: { sending, of: state, by, isFileNew: upload === CHOSEN },
      },
      after: {
        ...beginAttempt(world, sending),
        ...{ isAwaited: true, submitted: isByWorker ? undefined : { form, isCorrection } },
        ...changes,
      },
    };
  };
  const reply = (answer: SubmitResult): Step => ({
    ...{ event: `${event}: ${becomes}`, becomes, answered: { form, answer } },
    after: receiveAnswer(world, form, answer),
  });
  switch (becomes) {
    case "file-gone":
      return reply({ outcome: "file-gone", fields: ["cv"] });
    case "cut":
      return reply({ outcome: "unreachable" });
    case "taken":
      // The browser sends the form again under the successor's id.
      return reply({ outcome: "taken", successor: "another" });
    case "waits":
      return { event: `${event}: waits`, form, becomes, after: { ...world, isAwaited: true } };
    case "answered":
      return reply(createSubmitResult(state, settings));
    case "again":
      return begin(startNextAttempt(state, NOW));
    case "first": {
      const { record, contents } = given;
      const application = { ...contents.application, firstName: form };
      const cv = [{ field: "cv", upload }];
      const sending = startFirstAttempt(
        state,
        { ...contents, application, files: cv, ...(honours && { honoursKeys: true }) },
        { ...record, digest: form, sentAt: NOW, files: [{ ...SENT_FILE, upload }] },
        "own key",
      );
      // If the previous application was given up, the candidate starts again.
      const isNew = !getPending(state);
      return begin(sending, isNew ? { hasReceipt: false } : {});
    }
  }
}

const SENT_FILE = { field: "cv", kind: "PDF", size: 1, digest: "cv" };

function listAttemptEnds(world: World, conditions: FullConditions): Step[] {
  const { state, isAwaited } = world;
  if (state.state !== "sending") throw new Error("Only state `sending` has a running attempt");
  const form: Form = "this form";
  const { honours, settings } = conditions;
  const key = state.contents.ownKey === undefined ? "the id" : "its own key";
  const sent: AcceptedForm = `${form} under ${key}`;
  const isKnown = honours && world.taken.some((form) => form === sent || isUnderId(form, sent));
  const ended = { ...world, isUnderWay: false, isAwaited: false };
  const taking = (isTaken: boolean, isOpen: boolean): World => ({
    ...ended,
    taken: isTaken && !isKnown ? addTaken(world.taken, sent) : world.taken,
    mayHaveArrived: world.mayHaveArrived || isOpen,
    hasUnrequestedAttempt: world.hasUnrequestedAttempt || isOpen,
  });
  const crashes = [true, false].map((isTaken): Step => ({
    event: `crash${isTaken ? ", taken" : ""}`,
    after: taking(isTaken, true),
  }));
  return [
    ...crashes,
    ...answersAfter(state, settings).flatMap(({ event, outcome, takes, next, answer }) => {
      // The platform doesn't refuse a repeat of an application that it took.
      if (isKnown && (event === "409" || event === "422")) return [];
      return [true, false].flatMap((isTaken): Step[] => {
        if (takes !== "may take" && isTaken !== (takes === "takes")) return [];
        const after = setState(taking(isTaken, takes === "may take"), next);
        return [
          {
            ...{ event: `${event}${isTaken ? ", taken" : ""}`, outcome },
            after: {
              ...(isAwaited ? receiveAnswer(after, form, answer) : after),
              submitted: undefined,
            },
            ...(isAwaited && { answered: { form, answer } }),
          },
        ];
      });
    }),
  ];
}

/** Whether both forms were sent with the application's id as their key. */
const isUnderId = (first: AcceptedForm, second: AcceptedForm) =>
  first.endsWith("id") && second.endsWith("id");

const addTaken = (taken: readonly AcceptedForm[], sent: AcceptedForm) =>
  taken.includes(sent) ? taken : [...taken, sent].toSorted();

/** Returns the next state and the response after each outcome. Results are cached by settings and state. */
function answersAfter(state: Sending, settings: DeliverySettings) {
  const byState = (answersByState[settings.DELIVER_LATER + settings.RETRY_AMBIGUOUS] ??=
    new WeakMap());
  const known = byState.get(state);
  if (known) return known;
  const all = ANSWERS.map(([event, outcome, takes]) => {
    const next = afterAttempt(state, outcome, settings, clock);
    return {
      event,
      outcome,
      takes,
      answer: createSubmitResult(next, settings, outcome),
      next: intern(next),
    };
  });
  byState.set(state, all);
  return all;
}

interface KnownAnswer {
  event: string;
  outcome: AttemptOutcome;
  takes: string;
  answer: SubmitResult;
  next: ApplicationState;
}
const answersByState: Record<string, WeakMap<Sending, KnownAnswer[]>> = {};

function alarm(world: World, conditions: FullConditions): Step {
  if (world.isUnderWay) return { event: "alarm", after: world };
  const { state } = world;
  if (state.state === "sending") return { event: "alarm", after: resume(world, conditions) };
  if (state.state === "waiting") {
    const sending = startNextAttempt(state, NOW);
    if (!sending) throw new Error("Nothing is left to send");
    return {
      event: "alarm",
      begins: { sending, of: state, by: "alarm" },
      after: beginAttempt(world, sending),
    };
  }
  if ("kept" in state && state.kept) {
    return {
      event: "seven days",
      after: clearOpenAttempts(setState(world, withoutContents(state))),
    };
  }
  const memory = isUnsent(state) ? forgetFiles(state) : undefined;
  if (memory) return { event: "files forgotten", after: setState(world, memory) };
  // A browser discards an id when its receipt expires.
  const isOver = !isUnsent(state) || state.lostDigest !== undefined;
  return { event: "forgotten", after: { ...START, taken: isOver ? [] : world.taken } };
}

function operatorSteps(world: World): Step[] {
  const { state, isUnderWay } = world;
  const steps: Step[] = [];
  const fresh: World = {
    ...world,
    returned: undefined,
    submitted: undefined,
    hasUnrequestedAttempt: false,
  };
  const sending = isUnderWay ? undefined : startNextAttempt(state, NOW);
  if (sending) {
    const begins = { sending, of: state, by: "operator" } as const;
    steps.push({ event: "operator sends", begins, after: beginAttempt(fresh, sending) });
  }
  const waiting = makeDue(state, NOW);
  if (waiting) steps.push({ event: "send all", after: setState(fresh, waiting) });
  if (state.state === "waiting" || state.state === "failed" || state.state === "unconfirmed") {
    steps.push({ event: "drop", after: clearOpenAttempts(setState(fresh, giveUp(state, NOW))) });
  }
  return steps;
}

const beginAttempt = (world: World, sending: Sending): World => ({
  ...world,
  ...{ state: sending, isUnderWay: true, hasAlarm: true, submitted: undefined },
});

const setState = (world: World, state: ApplicationState): World => ({
  ...world,
  ...{ state, hasAlarm: true, isListed: createEntry(state) !== undefined },
});

const clearOpenAttempts = (world: World): World => ({
  ...world,
  mayHaveArrived: false,
  hasUnrequestedAttempt: false,
});

function resume(world: World, { settings }: FullConditions): World {
  const { state, isUnderWay } = world;
  if (isUnderWay) return world;
  if (state.state === "sending") return setState(world, afterCut(state, settings, NOW));
  return isUnsent(state) ? world : setState(world, state);
}

function receiveAnswer(world: World, form: Form, { outcome }: SubmitResult): World {
  if (outcome === "accepted") return world.hasReceipt ? world : { ...world, hasReceipt: true };
  const isBack = outcome !== "taken" && outcome !== "already-applied" && isPending(world, form);
  return isBack && world.returned !== form ? { ...world, returned: form } : world;
}

function makeOlder(world: World, ms: number): World {
  const { state } = world;
  const lost = "lostAt" in state && state.lostAt !== undefined && { lostAt: state.lostAt - ms };
  if (isUnsent(state)) return lost ? { ...world, state: { ...state, ...lost } } : world;
  if (!lost && ms < given.limits.DELIVER_FOR_MS) return world;
  const record = { ...state.record, sentAt: state.record.sentAt - ms };
  return { ...world, state: { ...state, record, ...lost } };
}

export const START: World = {
  ...{
    state: intern(createDraft("position")),
    isUnderWay: false,
    isAwaited: false,
    hasAlarm: true,
  },
  ...{
    isListed: false,
    taken: [],
    hasReceipt: false,
    mayHaveArrived: false,
    hasUnrequestedAttempt: false,
  },
};

import { MAX_EARLY_SUCCESSES } from "~/app/application/delivery/after-attempt";
import {
  isUnsent,
  getPending,
  type ApplicationState,
  type SentState,
} from "~/app/application/delivery/state";
import type { Conditions, Form, AcceptedForm, World } from "./delivery-world";
import { limits, SENT_AT } from "./lifecycle-states";

/*
 * Normalizes worlds to make their number finite. Drops exact times, the number of attempts above two, the
 * ids of uploads, early successes after the first, and the platform's messages.
 */

export const NOW = SENT_AT + 10 * limits.RECEIPT_MS;

/** The id of an earlier upload. */
export const NAMED = 1;
/** The id of a newly chosen file's upload. */
export const CHOSEN = 2;

/** The model treats all attempts after the first alike. */
const MOST_ATTEMPTS = 2;

export function normalize(
  before: World,
  after: World,
  { honours, RETRY_AMBIGUOUS }: Conditions,
): World {
  if (isSameWorld(before, after)) return before;
  const world = isAboutOtherForm(after) ? swapForms(after) : after;
  return {
    ...world,
    state: intern(world.state),
    taken: normalizeTaken(world.taken, honours),
    mayHaveArrived: !honours && world.mayHaveArrived,
    hasUnrequestedAttempt: RETRY_AMBIGUOUS === "off" && world.hasUnrequestedAttempt,
    returned: isPending(world, world.returned) ? world.returned : undefined,
  };
}

/** Whether the last sent form, or the only known form, is "another form". */
function isAboutOtherForm({ state, taken }: World): boolean {
  if (!isUnsent(state)) return state.record.digest === "another form";
  if (state.lostDigest !== undefined) return state.lostDigest === "another form";
  return taken.length > 0 && taken.every((form) => form.startsWith("another form"));
}

const swapNames = <Text extends Form | AcceptedForm>(text: Text) =>
  text.replace(/^(this|another) form/, (form) =>
    form === "this form" ? "another form" : "this form",
  ) as Text;

function swapForms(world: World): World {
  const { state, taken, returned, submitted } = world;
  return {
    ...world,
    state: isUnsent(state) ? swapLostDigest(state) : withForm(state, "this form"),
    taken: taken.map(swapNames).toSorted(),
    returned: returned && swapNames(returned),
    submitted: submitted && { ...submitted, form: swapNames(submitted.form) },
  };
}

const swapLostDigest = <Stored extends { lostDigest?: string | undefined }>(stored: Stored) =>
  stored.lostDigest === undefined
    ? stored
    : { ...stored, lostDigest: swapNames(stored.lostDigest as Form) };

function withForm(state: SentState, form: Form): SentState {
  const { contents } = getPending(state) ?? {};
  const next = { ...state, record: { ...swapLostDigest(state.record), digest: form } };
  if (!contents) return next;
  const application = { ...contents.application, firstName: form };
  const changed = { ...contents, application };
  if ("contents" in next) return { ...next, contents: changed };
  return "kept" in next && next.kept
    ? { ...next, kept: { ...next.kept, contents: changed } }
    : next;
}

/** Drops the key if the platform ignores it. Otherwise, drops another form's own key. */
function normalizeTaken(taken: readonly AcceptedForm[], honours: boolean): readonly AcceptedForm[] {
  if (honours) return taken.filter((form) => form !== "another form under its own key");
  const forms = taken.map((form) => form.replace("its own key", "the id") as AcceptedForm);
  return [...new Set(forms)];
}

const isSameWorld = (one: World, other: World) =>
  one.state === other.state &&
  one.isUnderWay === other.isUnderWay &&
  one.isAwaited === other.isAwaited &&
  one.hasAlarm === other.hasAlarm &&
  one.isListed === other.isListed &&
  one.taken === other.taken &&
  one.hasReceipt === other.hasReceipt &&
  one.returned === other.returned &&
  one.submitted === other.submitted &&
  one.mayHaveArrived === other.mayHaveArrived &&
  one.hasUnrequestedAttempt === other.hasUnrequestedAttempt;

/** Whether the object can still send this form without another submit by the candidate. */
export const isPending = ({ state }: World, form: Form | undefined) =>
  !isUnsent(state) && getPending(state) !== undefined && state.record.digest === form;

const states = new Map<string, ApplicationState>();
const numbers = new WeakMap<ApplicationState, number>();

/** Returns the same object for all states that the core doesn't distinguish. */
export function intern(state: ApplicationState): ApplicationState {
  if (numbers.has(state)) return state;
  // Look up the unsorted JSON first, because sorting is slow.
  const text = JSON.stringify(state);
  const met = states.get(text);
  if (met) return met;
  const normal = normalizeState(state);
  const key = JSON.stringify(normal, sortFacts);
  const known = states.get(key) ?? normal;
  states.set(key, known).set(text, known);
  if (known === normal) numbers.set(normal, states.size);
  return known;
}

/** Sorts an object's keys and drops false values. */
function sortFacts(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const facts = Object.entries(value).filter(([, fact]) => fact !== false);
  return Object.fromEntries(facts.toSorted(([first], [second]) => (first < second ? -1 : 1)));
}

const clampTime = (time: number, limit: number) => (NOW - time < limit ? NOW : NOW - limit);
const withNamedUpload = <File extends { upload: number }>(files: File[]): File[] =>
  files.map((file) => ({ ...file, upload: NAMED }));

function normalizeState(state: ApplicationState): ApplicationState {
  const { APPLY_TIMEOUT_MS, DELIVER_FOR_MS } = limits;
  const lost = "lostAt" in state &&
    state.lostAt !== undefined && { lostAt: clampTime(state.lostAt, APPLY_TIMEOUT_MS) };
  if (isUnsent(state)) return { ...state, files: withNamedUpload(state.files), ...lost };
  const record = {
    ...state.record,
    sentAt: getPending(state) ? clampTime(state.record.sentAt, DELIVER_FOR_MS) : NOW,
    files: withNamedUpload(state.record.files),
  };
  switch (state.state) {
    case "sending":
      return { ...state, ...normalizePending(state), record, ...lost, startedAt: NOW };
    case "waiting":
      return { ...state, ...normalizePending(state), record, nextAt: NOW };
    case "failed":
    case "unconfirmed": {
      const kept = state.kept && normalizePending(state.kept);
      const times = { keepUntil: NOW, ...(state.state === "failed" && { failedAt: NOW }) };
      return { ...state, record, ...times, kept };
    }
    default:
      return { ...state, record: { ...record, lostDigest: undefined } };
  }
}

function normalizePending<Pending extends NonNullable<ReturnType<typeof getPending>>>(
  pending: Pending,
): Pending {
  const { contents, attempts, earlySuccesses = 0 } = pending;
  const files = withNamedUpload(contents.files);
  return {
    ...pending,
    ...{ contents: { ...contents, files }, attempts: Math.min(attempts, MOST_ATTEMPTS) },
    ...{ lastStatus: undefined, message: undefined },
    earlySuccesses: earlySuccesses > 0 ? MAX_EARLY_SUCCESSES - 1 : undefined,
  };
}

/** Returns a key that is equal for worlds with the same possible steps. */
export function worldKey(world: World): string {
  const flags = [world.isUnderWay, world.isAwaited, world.hasAlarm, world.isListed].map(Number);
  const moreFlags = [world.hasReceipt, world.mayHaveArrived, world.hasUnrequestedAttempt].map(
    Number,
  );
  const { state, taken, returned = "" } = world;
  const submitted = world.submitted ? Object.values(world.submitted).join() : "";
  return `${numbers.get(state)} ${flags.join("")}${moreFlags.join("")} ${taken.join("+")} ${returned} ${submitted}`;
}

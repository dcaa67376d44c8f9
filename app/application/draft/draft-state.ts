import type { FieldName } from "../model/application";
import type { Draft, DraftRefusal } from "./draft";

// The draft in one tab, as a pure state machine. `use-draft.ts` applies the effects.

export interface DraftState {
  /** The id from the server. A cleared form uses it again. */
  freshId: string;
  /** Whether a stored draft can be restored. False for a form that the server returned for correction. */
  isFresh: boolean;
  /** `empty`: this tab has no draft in storage. `sent`: this tab no longer stores anything. */
  stage: "empty" | "stored" | "submitting" | "sent";
  applicationId: string;
  isRestored: boolean;
  /** When the restored draft was stored, in ms since 1970. Undefined if the form opened without a draft. */
  storedAt?: number | undefined;
  files: Draft["files"];
  /** Files of voluntary fields, which are not stored. */
  voluntaryFiles: Draft["files"];
  corrects?: string | undefined;
  refusal?: DraftRefusal | undefined;
  /** The refusal in the restored draft, which the form shows. */
  restoredRefusal?: DraftRefusal | undefined;
}

export interface TabState {
  /** In ms since 1970. */
  now: number;
  /** The form's values without voluntary answers. */
  entered: Draft["values"];
  /** Names of the fields with a chosen file, except voluntary fields. */
  chosen: string[];
  /** Whether the latest input isn't stored yet. */
  isTyping: boolean;
  stored: Draft | undefined;
}

export type DraftEvent =
  | { type: "opened" }
  /** Typing has paused, or the page is being left. */
  | { type: "paused" }
  /** Another tab might have changed or removed the stored draft. */
  | { type: "changed" }
  /** `text` is undefined if there is no file. */
  | { type: "file"; field: string; text: string | undefined; isVoluntary: boolean }
  | { type: "submitted" }
  /** The submit has failed or was withdrawn. A refusal is shown again after a reload. */
  | { type: "returned"; refusal: DraftRefusal | undefined }
  | { type: "corrected"; field: FieldName }
  | { type: "cleared" }
  /** `receiptId` is set if the receipt might have to restore the form. */
  | { type: "sent"; receiptId?: string | undefined };

export type Effect =
  | ["write", Draft]
  | ["remove"]
  /** Store the sent draft so that the receipt can restore the form. */
  | ["stash", receiptId: string, Draft]
  /** Set or empty every field, and remove the files of the `withoutFiles` fields. */
  | ["fill", Draft["values"], withoutFiles?: string[]]
  /** Empty every field, including voluntary answers and files. */
  | ["empty"];

export type Step = [state: DraftState, ...effects: Effect[]];

export function draftStep(state: DraftState, event: DraftEvent, tab: TabState): Step {
  if (state.stage === "sent") return [state];
  switch (event.type) {
    case "opened":
      return state.isFresh ? open(state, tab) : [state];
    case "paused":
      return save(state, tab);
    case "changed":
      return follow(state, tab);
    case "file": {
      const key = event.isVoluntary ? "voluntaryFiles" : "files";
      const { [event.field]: _, ...others } = state[key];
      const { field, text } = event;
      const next = { ...state, [key]: text === undefined ? others : { ...others, [field]: text } };
      return event.isVoluntary ? [next] : save(next, tab);
    }
    case "submitted": {
      const [next, ...effects] = save({ ...state, refusal: undefined }, tab);
      return [{ ...next, stage: "submitting" }, ...effects];
    }
    case "returned":
      return save({ ...state, stage: "stored", refusal: event.refusal }, tab);
    case "corrected": {
      if (!state.refusal) return [state];
      const { [event.field]: _, ...errors } = state.refusal.errors;
      return save({ ...state, refusal: { ...state.refusal, errors } }, tab);
    }
    case "cleared":
      return [...empty(state), ["remove"]];
    case "sent": {
      const { applicationId, files } = state;
      const sent = { applicationId, at: tab.now, values: tab.entered, files, isSent: true };
      const { receiptId } = event;
      const stash: Effect[] = receiptId === undefined ? [] : [["stash", receiptId, sent]];
      return [{ ...state, stage: "sent" }, ...stash, ["remove"]];
    }
  }
}

/** Restores the stored draft. If there is none, saves the form. Keeps values entered before hydration. */
function open(state: DraftState, tab: TabState): Step {
  const { stored } = tab;
  if (!stored) return save(state, tab);
  const [next, values] = join(state, stored, tab);
  return [{ ...next, storedAt: stored.at }, ["fill", values]];
}

/** Merges a stored draft with this tab's values and files, which take precedence. */
const join = (state: DraftState, stored: Draft, { entered }: TabState) =>
  [
    { ...adopt(state, stored), files: { ...stored.files, ...state.files } },
    { ...stored.values, ...entered },
  ] as const;

/** Shows another tab's draft, unless the candidate is typing or submitting in this tab. */
function follow(state: DraftState, { stored, isTyping, chosen }: TabState): Step {
  if (isTyping || state.stage === "submitting") return [state];
  // Another tab cleared or sent the draft. A tab that stored nothing keeps its form: storage might be blocked.
  if (!stored) return state.stage === "empty" ? [state] : empty(state);
  const removed = chosen.filter((field) => !(field in stored.files));
  return [adopt(state, stored), ["fill", stored.values, removed]];
}

/** Stores the form's values and files, or removes an empty draft. */
function save(state: DraftState, tab: TabState): Step {
  const { entered: values, stored, now } = tab;
  const { stage, isFresh, applicationId, files, corrects, refusal } = state;
  const hasNothing = Object.keys({ ...values, ...files }).length === 0;
  // A tab that has stored nothing must not remove another tab's draft.
  if (hasNothing) return stage === "empty" ? [state] : [{ ...state, stage: "empty" }, ["remove"]];
  // Join a draft that another tab has started: use its id and keep its values.
  if (stage === "empty" && isFresh && stored) {
    const [next, all] = join(state, stored, tab);
    const [saved, ...effects] = save(next, { ...tab, entered: all });
    return [saved, ["fill", all], ...effects];
  }
  const draft = { applicationId, at: now, values, files, corrects, refusal };
  return [stage === "empty" ? { ...state, stage: "stored" } : state, ["write", draft]];
}

const adopt = (state: DraftState, draft: Draft): DraftState => ({
  ...state,
  stage: "stored",
  applicationId: draft.applicationId,
  isRestored: true,
  files: draft.files,
  corrects: draft.corrects,
  refusal: draft.refusal,
  restoredRefusal: draft.refusal,
});

const empty = ({ freshId, isFresh }: DraftState): Step => [emptyDraft(freshId, isFresh), ["empty"]];

export const emptyDraft = (freshId: string, isFresh: boolean): DraftState => ({
  freshId,
  isFresh,
  stage: "empty",
  applicationId: freshId,
  isRestored: false,
  files: {},
  voluntaryFiles: {},
});

import type { FieldName } from "../model/application";
import type { Draft, DraftRefusal } from "./draft";

// What becomes of a draft in one tab. Pure: a state, an event and what the tab sees give the next state
// and the effects that `use-draft.ts` carries out.

export interface DraftState {
  /** The id that the server gave the form: an emptied form goes back to it. */
  freshId: string;
  /** The form is as the server rendered it, not the answer to a POST: a stored draft may come back. */
  isFresh: boolean;
  /** `empty`: nothing of this tab is stored. `sent`: nothing is stored any more. */
  stage: "empty" | "stored" | "submitting" | "sent";
  applicationId: string;
  /** Something was brought back, and the form says so. */
  isRestored: boolean;
  /** When the draft that the form opened with was last changed: its files are to be brought back. */
  storedAt?: number | undefined;
  files: Draft["files"];
  /** Nothing of voluntary files is stored. */
  voluntaryFiles: Draft["files"];
  corrects?: string | undefined;
  refusal?: DraftRefusal | undefined;
  /** The refusal that came back with the draft, for the form to show. */
  restoredRefusal?: DraftRefusal | undefined;
}

/** What a tab sees when something happens. */
export interface TabState {
  /** In ms since 1970. */
  now: number;
  /** What is typed, chosen and checked in the form; voluntary answers are left out. */
  entered: Draft["values"];
  /** The fields, except voluntary ones, that have a file in the form. */
  chosen: string[];
  /** Something was typed a moment ago and is not stored yet. */
  isTyping: boolean;
  /** The draft in storage, which another tab may have written. */
  stored: Draft | undefined;
}

export type DraftEvent =
  | { type: "opened" }
  /** Typing paused, or the page is being left. */
  | { type: "paused" }
  /** Another tab has changed or removed the stored draft. */
  | { type: "changed" }
  /** Without a text there is no file. */
  | { type: "file"; field: string; text: string | undefined; isVoluntary: boolean }
  | { type: "submitted" }
  /** The submit came back. A refusal is shown again after a reload. */
  | { type: "returned"; refusal: DraftRefusal | undefined }
  | { type: "corrected"; field: FieldName }
  | { type: "cleared" }
  /** With a receipt that may still say that the application was refused. */
  | { type: "sent"; receiptId?: string | undefined };

export type Effect =
  | ["write", Draft]
  | ["remove"]
  /** Store what was sent, for its receipt to bring back. */
  | ["setAside", receiptId: string, Draft]
  /** Give every field its value as if it were typed, or empty it; take the files of some fields out. */
  | ["fill", Draft["values"], withoutFiles?: string[]]
  /** Empty the whole form, voluntary answers and files included. */
  | ["empty"];

export type Step = [state: DraftState, ...effects: Effect[]];

export function draftStep(state: DraftState, event: DraftEvent, facts: TabState): Step {
  if (state.stage === "sent") return [state];
  switch (event.type) {
    case "opened":
      return state.isFresh ? open(state, facts) : [state];
    case "paused":
      return save(state, facts);
    case "changed":
      return follow(state, facts);
    case "file": {
      const of = event.isVoluntary ? "voluntaryFiles" : "files";
      const { [event.field]: _, ...others } = state[of];
      const { field, text } = event;
      const next = { ...state, [of]: text === undefined ? others : { ...others, [field]: text } };
      return event.isVoluntary ? [next] : save(next, facts);
    }
    case "submitted": {
      const [next, ...effects] = save({ ...state, refusal: undefined }, facts);
      return [{ ...next, stage: "submitting" }, ...effects];
    }
    case "returned":
      return save({ ...state, stage: "stored", refusal: event.refusal }, facts);
    case "corrected": {
      if (!state.refusal) return [state];
      const { [event.field]: _, ...errors } = state.refusal.errors;
      return save({ ...state, refusal: { ...state.refusal, errors } }, facts);
    }
    case "cleared":
      return [...empty(state), ["remove"]];
    case "sent": {
      const { applicationId, files } = state;
      const sent = { applicationId, at: facts.now, values: facts.entered, files, isSent: true };
      const { receiptId } = event;
      const stash: Effect[] = receiptId === undefined ? [] : [["setAside", receiptId, sent]];
      return [{ ...state, stage: "sent" }, ...stash, ["remove"]];
    }
  }
}

/** A stored draft comes back. What was entered before the scripts came stays, or begins a draft. */
function open(state: DraftState, facts: TabState): Step {
  const { stored } = facts;
  if (!stored) return save(state, facts);
  const [next, values] = join(state, stored, facts);
  return [{ ...next, storedAt: stored.at }, ["fill", values]];
}

/** Takes a stored draft over, except where something was entered here. */
const join = (state: DraftState, stored: Draft, { entered }: TabState) =>
  [
    { ...adopt(state, stored), files: { ...stored.files, ...state.files } },
    { ...stored.values, ...entered },
  ] as const;

/** Shows what another tab has stored, unless something is being typed or sent here. */
function follow(state: DraftState, { stored, isTyping, chosen }: TabState): Step {
  if (isTyping || state.stage === "submitting") return [state];
  // Cleared or sent there. Where storage is forbidden, nothing stored says nothing.
  if (!stored) return state.stage === "empty" ? [state] : empty(state);
  const removed = chosen.filter((field) => !(field in stored.files));
  return [adopt(state, stored), ["fill", stored.values, removed]];
}

/** Stores what the form has; a form with nothing in it is not stored. */
function save(state: DraftState, facts: TabState): Step {
  const { entered: values, stored, now } = facts;
  const { stage, isFresh, applicationId, files, corrects, refusal } = state;
  const hasNothing = Object.keys({ ...values, ...files }).length === 0;
  // A tab with nothing in it does not remove what another one has stored.
  if (hasNothing) return stage === "empty" ? [state] : [{ ...state, stage: "empty" }, ["remove"]];
  // One id and nothing overwritten: a draft that another tab has begun meanwhile is joined.
  if (stage === "empty" && isFresh && stored) {
    const [next, all] = join(state, stored, facts);
    const [saved, ...effects] = save(next, { ...facts, entered: all });
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

/** The draft of a form into which nothing was entered. */
export const emptyDraft = (freshId: string, isFresh: boolean): DraftState => ({
  freshId,
  isFresh,
  stage: "empty",
  applicationId: freshId,
  isRestored: false,
  files: {},
  voluntaryFiles: {},
});

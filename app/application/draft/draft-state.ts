import { uploadAt, uploadPath } from "../../addresses";
import type { FieldName, NamedCv } from "../model/application";
import { fileKey, type Draft, type DraftCv, type DraftRefusal, type DraftView } from "./draft";

// What becomes of a draft in one tab. Everything here is pure: a state, what the tab sees and what has
// happened make the next state, and the effects that the keeper is to carry out.

/** A submit that got no answer is made again by itself within this time, in ms. */
const SUBMIT_AGAIN_MS = 60 * 60 * 1000;

/** A draft, as one tab knows it; what was entered is not in it: that is in the form. */
export interface DraftState {
  /** The id that the server gave the form: an empty form goes back to it. */
  freshId: string;
  /** Whether the form is as the server drew it, with nothing of an answer in it. */
  isFresh: boolean;
  view: DraftView;
  /** When it was last changed, in ms since 1970; 0 while nothing is kept. */
  at: number;
  submittedAt?: number | undefined;
  cv?: DraftCv | undefined;
  refusal?: DraftRefusal | undefined;
  /** The CV that the server holds while another one is on its way to take its place. */
  heldBefore?: DraftCv | undefined;
  /** The stored draft that came into the form, while the rest of it is still to be brought back. */
  found?: Draft | undefined;
  /** Whether something was entered a moment ago, and is to be kept when the typing pauses. */
  isTyping?: boolean | undefined;
  isSubmitting?: boolean | undefined;
  /** Whether the page is being left: what breaks off then is not an answer. */
  isLeaving?: boolean | undefined;
  /** Whether it was sent: nothing is kept any more. */
  isOver?: boolean | undefined;
}

/** What a tab sees when something happens. */
export interface Facts {
  /** In ms since 1970. */
  now: number;
  /** What is typed, chosen and checked in the form. */
  entered: Draft["values"];
  hasFile: boolean;
  /** The draft in storage, of whatever tab. */
  stored?: Draft | undefined;
}

/** What the keeper is to do: a name, and what it is done with. */
export type Effect =
  /** Keep the state's draft with what the form has, and a file with it. */
  | ["write", (File | undefined)?]
  /** Remove the draft with its file, or the file alone. */
  | ["remove"]
  | ["removeFile"]
  /** Give every field of the form its value; those that have none are emptied. */
  | ["fill", Draft["values"]]
  /** Put a file into the form; or take out the one that is there. */
  | ["choose", File?]
  /** Have the server forget what it holds of the CV at an address, if there is one. */
  | ["forget", string | undefined]
  | ["submit"];

/** The next state, and what is to be done, in this order. */
export type Step = [state: DraftState, ...effects: Effect[]];

/** The draft of a form that nothing was entered into; the server may hold a CV that came before. */
export function freshDraft(id: string, isFresh: boolean, heldCv?: NamedCv, corrects?: string) {
  const cv = heldCv && {
    ...heldCv,
    lastModified: 0,
    address: uploadPath(id, heldCv.upload),
    isHeld: true,
  };
  const view = { ...viewOf(id, false, heldCv), corrects };
  return { freshId: id, isFresh, view, at: 0, cv };
}

/**
 * The form has opened: a draft that is found comes back into one that is as the server drew it. Where
 * there is none, what was entered before the scripts came begins one.
 */
export function opened(state: DraftState, facts: Facts): Step {
  const { stored, entered } = facts;
  if (!state.isFresh) return [state];
  if (!stored) return hasAny(entered) ? keep(state, facts) : [state];
  return [{ ...take(state, stored, facts), found: stored }, fill(stored, facts)];
}

/** Whether a submit was cut off before its answer, so lately that it is made again by itself. */
export const isCutOff = ({ found }: DraftState, { now }: Facts): boolean =>
  (found?.submittedAt ?? 0) > now - SUBMIT_AGAIN_MS;

/**
 * The CV that has to be looked for before all of a draft is back. One that was sent is not held any
 * more, and need not be: the server answers the repeat as it answered the first submit.
 */
export const cvToLookFor = (
  { found, cv }: DraftState,
  { hasFile }: Facts,
  isSentAgain: boolean,
): DraftCv | undefined => (found && !hasFile && !(isSentAgain && cv?.isHeld) ? cv : undefined);

/** The CV was looked for: the browser has this file, or the server holds it (true), or it is gone. */
export function cvLookedFor(state: DraftState, facts: Facts, cv: File | boolean | undefined): Step {
  if (!state.found || facts.hasFile || cv === true) return [state];
  if (cv) return [state, ["choose", cv]];
  const view = { ...state.view, heldCv: undefined, isCvGone: true };
  return keep({ ...state, view, cv: undefined }, facts);
}

/** The form has drawn what came back, with choices that belong to it, which are filled in now. */
export function restored(state: DraftState, facts: Facts, isSentAgain: boolean): Step {
  const { found, view } = state;
  if (!found) return [state];
  const step: Step = [{ ...state, found: undefined }, fill(found, facts)];
  return isSentAgain && !view.isCvGone ? [...step, ["submit"]] : step;
}

/** Something is being typed or chosen. */
export const typed = (state: DraftState): DraftState => ({ ...state, isTyping: true });

/** The typing has paused. */
export const paused = (state: DraftState, facts: Facts): Step =>
  state.isTyping ? keep(state, facts) : [state];

/** Something is to be kept: a draft that another tab has begun is this one's from the first thing on. */
export function joined(state: DraftState, facts: Facts): Step {
  if (state.at !== 0 || !facts.stored) return [state];
  if (!facts.hasFile && !hasAny(facts.entered)) return [state];
  const [next, ...effects] = opened(state, facts);
  // What this tab still has to bring back is what it found when its form opened, and nothing else.
  return [{ ...next, found: state.found }, ...effects];
}

/** Where a file that is the draft's CV goes up to, if that has begun, in whatever tab. */
export const addressOf = (state: DraftState, { stored }: Facts, file: File): string | undefined =>
  [stored, state].find((draft) => draft?.cv && fileKey(draft.cv) === fileKey(file))?.cv?.address;

/** A CV was chosen, and is to go up. */
export function cvChosen(state: DraftState, facts: Facts, file: File): Step {
  const { cv } = state;
  const { name, size, lastModified } = file;
  const address = addressOf(state, facts, file);
  const heldBefore = cv?.isHeld && cv.address !== address ? cv : state.heldBefore;
  const view = { ...state.view, isCvGone: false };
  const chosen = { name, size, lastModified, address, isHeld: false };
  return keep({ ...state, view, heldBefore, cv: chosen }, facts, file);
}

/** The chosen CV goes up to this address, or the server holds all of it. */
export function cvAt(state: DraftState, facts: Facts, address: string, isHeld: boolean): Step {
  if (!state.cv) return [state];
  const next = { ...state, cv: { ...state.cv, address, isHeld } };
  if (!isHeld) return keep(next, facts);
  // The one that the server held before has made way for it.
  const view = { ...state.view, heldCv: undefined };
  return [...keep({ ...next, view, heldBefore: undefined }, facts), ["removeFile"]];
}

/** The chosen CV was taken away again: what the server held before is held still. */
export function cvDropped(state: DraftState, facts: Facts): Step {
  return [
    ...keep({ ...state, cv: state.heldBefore, heldBefore: undefined }, facts),
    ["removeFile"],
  ];
}

/** The server does not hold the CV any more that the form counted on. */
export function cvForgotten(state: DraftState, facts: Facts): Step {
  const next = { ...state, view: { ...state.view, heldCv: undefined } };
  return state.cv?.isHeld ? keep({ ...next, cv: undefined }, facts) : [next];
}

/**
 * A submit has begun or ended: a page that is loaded again before the answer goes on with it, and one that
 * is loaded after a refusal says why.
 */
export function submitting(
  state: DraftState,
  facts: Facts,
  isSubmitting: boolean,
  refusal?: DraftRefusal,
): Step {
  if (state.isLeaving) return [state];
  const submittedAt = isSubmitting ? facts.now : undefined;
  return keep({ ...state, isSubmitting, submittedAt, refusal }, facts);
}

/** The candidate corrected a field that was refused. */
export function mended(state: DraftState, facts: Facts, field: FieldName): Step {
  if (!state.refusal) return [state];
  const { [field]: _, ...errors } = state.refusal.errors;
  return keep({ ...state, refusal: { ...state.refusal, errors } }, facts);
}

/** Another tab has changed the draft, or there is none any more. */
export function followed(state: DraftState, facts: Facts): Step {
  // What is typed or sent here just now is the last word.
  if (state.isOver || state.isTyping || state.isSubmitting) return [state];
  const { stored } = facts;
  const isKept = state.at !== 0;
  if (!stored) return isKept ? empty(state) : [state];
  // Two tabs that began at the same moment go on under the smaller id.
  if (isKept && state.view.applicationId < stored.applicationId) return keep(state, facts);
  const step: Step = [take(state, stored, facts), ["fill", stored.values]];
  return stored.cv ? step : [...step, ["choose"]];
}

/** The page is being left: what was typed is kept at once. */
export const left = (state: DraftState, facts: Facts): Step =>
  paused({ ...state, isLeaving: true }, facts);

/** The page is shown. One that the browser had in memory knows nothing of what happened meanwhile. */
export function shown(state: DraftState, facts: Facts, isFromMemory: boolean): Step {
  const next = { ...state, isLeaving: false };
  return isFromMemory && facts.stored ? followed(next, facts) : [next];
}

/** The candidate has all of it forgotten: here, in the form, and on the server. */
export const cleared = (state: DraftState): Step => [
  ...empty(state),
  ["remove"],
  ["forget", state.cv?.address],
];

/** It was sent. What is on its way stays, for its receipt to put it aside. */
export const sent = (state: DraftState, _: Facts, isOnItsWay: boolean): Step => [
  { ...state, found: undefined, isSubmitting: false, isOver: true },
  ...(isOnItsWay ? [] : [["remove"] satisfies Effect]),
];

/** Keeps what there is; an empty form without a CV is not kept. */
function keep(state: DraftState, { now, entered }: Facts, file?: File): Step {
  if (state.isOver) return [state];
  const next = { ...state, isTyping: false };
  if (state.cv || hasAny(entered)) return [{ ...next, at: now }, ["write", file]];
  // A tab that has entered nothing has no say in what the others have.
  return state.at === 0 ? [next] : [{ ...next, at: 0 }, ["remove"]];
}

const hasAny = (values: Draft["values"]): boolean => Object.keys(values).length > 0;

/** Makes a draft this tab's. */
function take(state: DraftState, draft: Draft, { hasFile }: Facts): DraftState {
  const { applicationId, at, cv, corrects, refusal } = draft;
  const heldCv =
    cv?.isHeld && !hasFile
      ? { ...cv, upload: Number(cv.address && uploadAt(cv.address)) }
      : undefined;
  const view = { ...viewOf(applicationId, true, heldCv), corrects, refusal };
  return { ...state, view, at, cv, refusal, submittedAt: undefined };
}

const viewOf = (applicationId: string, isRestored: boolean, heldCv?: NamedCv): DraftView => ({
  applicationId,
  isRestored,
  heldCv,
  isCvGone: false,
});

/** Fills in what nothing was entered into. */
const fill = (draft: Draft, facts: Facts): Effect => [
  "fill",
  { ...draft.values, ...facts.entered },
];

/** Begins anew, in a form that is emptied. */
const empty = ({ freshId, isFresh, isSubmitting, isLeaving }: DraftState): Step => [
  { ...freshDraft(freshId, isFresh), isSubmitting, isLeaving },
  ["fill", {}],
  ["choose"],
];

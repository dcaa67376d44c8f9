import { rereadStep, type Step } from "./edit";
import { moveInHistory, recordStep, type History } from "./history";

export type PhoneState = History<Step>;

export const withPresent = (state: PhoneState, present: Step): PhoneState => ({
  ...state,
  present,
});

/**
 * Adds an undo step if the number or country has changed.
 *
 * @param now in ms
 * @param right digits after the caret before the change, where undo puts it
 */
export function recordChange(
  state: PhoneState,
  step: Step,
  now: number,
  right = state.present.right,
  isDeletion = false,
): PhoneState {
  const { present } = state;
  return step.digits === present.digits && step.country === present.country
    ? withPresent(state, { ...present, note: step.note, right: step.right })
    : recordStep(withPresent(state, { ...present, right }), step, now, isDeletion);
}

/** Reads the number again, after undo, redo or the arrival of a numbering plan. */
export const rereadPresent = (state: PhoneState): PhoneState =>
  withPresent(state, rereadStep(state.present));

export const undo = (state: PhoneState, by: -1 | 1): PhoneState =>
  rereadPresent(moveInHistory(state, by));

import {
  applyEdit,
  changeCountry,
  dialPrefix,
  rereadStep,
  type Edit,
  type Entry,
  type Step,
} from "./edit";
import { moveInHistory, recordStep, type History } from "./history";
import type { Country } from "./numbering";

/** What happens in the field. `now` is in ms. */
export type PhoneEvent =
  | { type: "edited"; edit: Edit; now: number }
  | { type: "chosen"; country: Country; now: number }
  /** Undo and redo. */
  | { type: "moved"; by: -1 | 1 }
  | { type: "plans loaded" }
  /** The caret has moved: `right` digits are after it. */
  | { type: "selected"; right: number }
  /** A field without a number has got the focus, or lost it. */
  | { type: "focused" | "left" };

/** Returns the field's next state. Edits and chosen countries can be undone. */
export function phoneStep(state: History<Step>, event: PhoneEvent): History<Step> {
  const { present } = state;
  const { digits, country } = present;
  const record = (step: Step, now: number, isDeletion?: boolean) =>
    step.digits !== digits || step.country !== country
      ? recordStep(state, step, now, isDeletion)
      : { ...state, present: { ...present, note: step.note, right: step.right } };
  const blank = (entry: Entry["digits"]) => ({
    ...state,
    present: { digits: entry, country, right: 0 },
  });
  switch (event.type) {
    case "edited": {
      const isDeletion = event.edit.inputType.startsWith("delete");
      return record(applyEdit(present, event.edit), event.now, isDeletion);
    }
    case "chosen":
      return record(changeCountry(digits, event.country), event.now);
    case "moved": {
      const moved = moveInHistory(state, event.by);
      return { ...moved, present: rereadStep(moved.present) };
    }
    case "plans loaded":
      return { ...state, present: rereadStep(present) };
    case "selected":
      return { ...state, present: { ...present, right: event.right } };
    case "focused":
      return digits === "" ? blank(dialPrefix(country)) : state;
    case "left":
      return blank("");
  }
}

import { applyEdit, changeCountry, dialPrefix, rereadStep, type Edit, type Step } from "./edit";
import { moveInHistory, recordStep, type History } from "./history";
import type { Country } from "./numbering";

/** What happens in the field. `now` is in ms. */
export type PhoneEvent =
  | { type: "edited"; edit: Edit; now: number }
  | { type: "chosen"; country: Country; now: number }
  /** Undo and redo. */
  | { type: "moved"; by: -1 | 1 }
  | { type: "plans loaded" }
  /** A field without a number has got the focus, or lost it. */
  | { type: "focused" | "left" };

/** Returns the field's next state. Edits and chosen countries can be undone. */
export function phoneStep(state: History<Step>, event: PhoneEvent): History<Step> {
  const { present } = state;
  const { digits, country } = present;
  const withPresent = (step: Step) => ({ ...state, present: step });
  const record = (step: Step, now: number, right = present.right, isDeletion = false) =>
    step.digits === digits && step.country === country
      ? withPresent({ ...present, note: step.note, right: step.right })
      : recordStep(withPresent({ ...present, right }), step, now, isDeletion);
  switch (event.type) {
    case "edited": {
      const { inputType, before } = event.edit;
      const isDeletion = inputType.startsWith("delete");
      return record(applyEdit(present, event.edit), event.now, before?.right, isDeletion);
    }
    case "chosen":
      return record(changeCountry(digits, event.country), event.now);
    case "moved": {
      const moved = moveInHistory(state, event.by);
      return { ...moved, present: rereadStep(moved.present) };
    }
    case "plans loaded":
      return withPresent(rereadStep(present));
    case "focused":
      return digits === ""
        ? withPresent({ digits: dialPrefix(country), country, right: 0 })
        : state;
    case "left":
      return withPresent({ digits: "", country, right: 0 });
  }
}

import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { dispatchChange } from "~/app/ui/browser/dispatch-change";
import * as history from "~/app/ui/browser/undo-history";
import * as edits from "./edit";
import { findDialCode, hasPlansFor, loadPlans, type Country } from "./numbering";
import { hasSeveralNumbers, readPhone } from "./parse-phone";
import { caretPosition, countDigitsAfter, displayNumber, phoneDigits } from "./phone-text";

export type PhoneError = "error.phone" | "error.phone_one";

/** The input, and the library's props for it: the formatted number, and a function that accepts digits. */
export interface Field {
  input: HTMLInputElement | null;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

interface PhoneEditingOptions {
  field: RefObject<Field>;
  home: Country;
  texts: Record<PhoneError, string>;
  setStep: (step: edits.Step) => void;
  setWrong: (error: PhoneError | undefined) => void;
  signal: AbortSignal;
}

/** Saved, because a company's script can replace this function later. */
const { setTimeout } = globalThis;

/**
 * Replaces each edit by the browser with the result of `edit.ts`. Native listeners also get the events of scripts and
 * password managers, which React ignores.
 *
 * @returns a function that changes the number's country, and focuses the field
 */
export function editPhone(
  input: HTMLInputElement,
  { field, home, texts, setStep, setWrong, signal }: PhoneEditingOptions,
): (country: Country) => void {
  const { note: _, ...entered } = edits.readWhole(input.value, home);
  let state = history.startHistory<edits.Step>(entered);
  let shown = "";
  /** A number without plans and an empty optional number have no error. */
  let error: PhoneError | undefined;
  let before: edits.Edit["before"];
  let isComposing = false;
  let isPressed = false;
  let loadingCode: string | undefined;

  const isFocused = () => document.activeElement === input;
  const selected = () => [input.selectionStart ?? 0, input.selectionEnd ?? 0] as const;
  /** Counts the digits after the start and after the end of the selection. */
  const countSelected = () => selected().map((place) => countDigitsAfter(input.value, place));

  /** Shows a step, without an undo step for the previous one. @param selection as `countSelected` counts it */
  function show(step: edits.Step, selection = [step.right, step.right]): void {
    state = { ...state, present: step };
    flushSync(() => {
      setStep(step);
      // The library mistakes unchanged digits for a deletion.
      if (step.digits === phoneDigits(shown)) return;
      field.current?.onChange({ target: { value: step.digits } });
    });
    shown = displayNumber(field.current?.value ?? "");
    // Write the text only if it differs, because the browser's undo menu can't undo a script's edits.
    if (input.value !== shown) input.value = shown;
    const [start = 0, end = 0] = selection.map((right) => caretPosition(shown, right));
    if (isFocused()) input.setSelectionRange(start, end);

    const { digits, country } = step;
    const hasPlans = hasPlansFor(digits);
    const isValid = edits.isBlank(digits)
      ? !input.required
      : !hasPlans || readPhone(digits, country) !== undefined;
    const findError = () =>
      hasSeveralNumbers(digits, country) ? "error.phone_one" : "error.phone";
    error = isValid ? undefined : findError();
    input.setCustomValidity(error ? texts[error] : "");
    if (!error) setWrong(undefined);

    const dialCode = findDialCode(digits) ?? "";
    if (hasPlans || dialCode === loadingCode) return;
    loadingCode = dialCode;
    // After a failure, the next edit retries.
    void loadPlans(dialCode)
      .then(refresh, () => undefined)
      .then(() => (loadingCode = undefined));
  }

  /** Shows a step, and adds an undo step if the number or country changes. @param right where undo puts the caret */
  function record(step: edits.Step, right = state.present.right, isDeletion = false): void {
    const { present } = state;
    if (step.digits !== present.digits || step.country !== present.country) {
      const past = { ...state, present: { ...present, right } };
      state = history.recordStep(past, step, Date.now(), isDeletion);
    }
    show(step);
  }

  const clear = () => show({ digits: "", country: state.present.country, right: 0 });

  function refresh(): void {
    // An input method's text is read when the composition ends.
    if (isComposing || signal.aborted) return;
    const step = edits.rereadStep(state.present);
    show(step, step.digits === state.present.digits ? countSelected() : undefined);
    if (!isFocused()) leave();
  }

  function readEdit(inputType: string): void {
    const edit = { inputType, before, after: input.value, caret: selected()[0] };
    before = undefined;
    // Some browsers report composed text twice.
    if (!edit.before && edit.after === shown) return;
    const isDeletion = inputType.startsWith("delete");
    record(edits.applyEdit(state.present, edit), edit.before?.right, isDeletion);
    // The field was autofilled along with another field, so no blur will follow.
    if (!isFocused()) leave();
  }

  function rememberField(): void {
    if (input.value !== shown) readEdit(""); // A script has changed the text without an event.
    const [start, end] = selected();
    before = { text: input.value, start, right: countDigitsAfter(input.value, end) };
  }

  function enter(): void {
    const { digits, country } = state.present;
    if (isFocused() && digits === "") show(edits.changeCountry("", country));
  }

  function leave(): void {
    // An empty field can be autofilled.
    if (edits.isBlank(state.present.digits)) clear();
    setTimeout(checkLeft);
  }

  /** Validates after blur, but not during a press, because a message would move the pressed element. */
  function checkLeft(): void {
    if (signal.aborted || isPressed || isFocused()) return;
    setWrong(state.present.digits === "" ? undefined : error);
  }

  function undo(event: InputEvent | KeyboardEvent): boolean {
    const by = history.historyDirection(event);
    if (by === undefined) return false;
    event.preventDefault();
    state = history.moveInHistory(state, by);
    show(edits.rereadStep(state.present));
    return true;
  }

  const on: typeof input.addEventListener = (name: string, react: EventListener) =>
    input.addEventListener(name, react, { signal });
  on("beforeinput", (event) => {
    if (!undo(event) && !isComposing) rememberField();
  });
  on("input", (event) => {
    if (!isComposing) readEdit(event instanceof InputEvent ? event.inputType : "");
  });
  on("compositionstart", () => {
    isComposing = true;
    rememberField();
  });
  on("compositionend", () => {
    isComposing = false;
    readEdit("insertCompositionText");
  });
  // Some password managers and WebDriver fire only `change`.
  on("change", () => readEdit(""));
  on("dragstart", (event) => event.preventDefault());
  on("keydown", (event) => {
    undo(event);
    const { digits } = state.present;
    if (!edits.isBlank(digits)) return;
    if (event.key === "Enter") clear();
    // A repeating Backspace stops at the dial code.
    if (event.key === "Backspace" && event.repeat && digits !== "+") event.preventDefault();
  });
  // A click moves the caret after this event.
  on("focus", () => setTimeout(enter));
  on("blur", leave);
  const press = ({ type }: Event) => {
    isPressed = type === "pointerdown";
    setTimeout(checkLeft);
  };
  for (const name of ["pointerdown", "pointerup", "pointercancel"]) {
    document.addEventListener(name, press, { capture: true, signal });
  }

  refresh();
  enter();

  return (country) => {
    record(edits.changeCountry(state.present.digits, country));
    dispatchChange(input); // The draft stores the number.
    input.focus();
  };
}

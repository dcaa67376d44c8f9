import { dispatchChange } from "~/app/ui/browser/dispatch-change";
import * as history from "~/app/ui/browser/undo-history";
import * as edits from "./edit";
import { findDialCode, hasPlansFor, loadPlans, type Country } from "./numbering";
import { hasSeveralNumbers, readPhone } from "./parse-phone";
import { caretPosition, countDigitsAfter } from "./phone-text";

export type PhoneError = "error.phone" | "error.phone_one";

interface PhoneEditingOptions {
  home: Country;
  /** The validation messages of an invalid number. */
  texts: Record<PhoneError, string>;
  /** Renders a step synchronously, and returns the formatted number. */
  render: (step: edits.Step) => string;
  setWrong: (error: PhoneError | undefined) => void;
  signal: AbortSignal;
}

/** Saved, because a company's script can replace this function later. */
const { setTimeout } = globalThis;

/**
 * Passes each edit by the browser through the pure functions of `edit.ts` and `undo-history.ts`, writes the formatted
 * number into the field, and puts the caret in front of the same digits. Native listeners also get the events of
 * scripts and password managers, which React ignores.
 *
 * @returns a function that changes the dial code to that of another country, and focuses the field
 */
export function editPhone(
  input: HTMLInputElement,
  { home, texts, render, setWrong, signal }: PhoneEditingOptions,
): (country: Country) => void {
  let state = history.startHistory<edits.Step>({
    ...edits.readWhole(input.value, home),
    note: undefined,
    right: 0,
  });
  let shown = "";
  /** The field before the current edit. */
  let before: edits.Edit["before"];
  let isComposing = false;
  let isPressed = false;
  /** The dial code whose plans are loading. */
  let loadingCode: string | undefined;

  const isFocused = () => document.activeElement === input;
  /** Counts the digits after the start and after the end of the selection. */
  const countSelected = () =>
    [input.selectionStart, input.selectionEnd].map((place) =>
      countDigitsAfter(input.value, place ?? input.value.length),
    );

  /** Shows a step, without an undo step for the previous one. @param selection as `countSelected` counts it */
  function show(step: edits.Step, selection = [step.right, step.right]): void {
    state = { ...state, present: step };
    shown = render(step);
    // Write the text only if it differs, because the browser's undo menu can't undo a script's edits.
    if (input.value !== shown) input.value = shown;
    const [start = 0, end = 0] = selection.map((right) => caretPosition(shown, right));
    if (isFocused()) input.setSelectionRange(start, end);
    const error = findError();
    input.setCustomValidity(error ? texts[error] : "");
    if (!error) setWrong(undefined);

    const dialCode = findDialCode(step.digits);
    if (dialCode === undefined || dialCode === loadingCode || hasPlansFor(step.digits)) return;
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

  /** Returns no error if the number's plans haven't loaded, or if the number is empty and optional. */
  function findError(): PhoneError | undefined {
    const { digits, country } = state.present;
    const isValid = edits.isBlank(digits)
      ? !input.required
      : readPhone(digits, country) !== undefined || !hasPlansFor(digits);
    if (isValid) return undefined;
    return hasSeveralNumbers(digits, country) ? "error.phone_one" : "error.phone";
  }

  function refresh(): void {
    // An input method's text is read when the composition ends.
    if (isComposing || signal.aborted) return;
    const step = edits.rereadStep(state.present);
    show(step, step.digits === state.present.digits ? countSelected() : undefined);
    if (!isFocused()) leave();
  }

  function read(inputType: string): void {
    const edit = { inputType, before, after: input.value, caret: input.selectionStart ?? 0 };
    before = undefined;
    // Some browsers report composed text twice.
    if (!edit.before && edit.after === shown) return;
    const isDeletion = inputType.startsWith("delete");
    record(edits.applyEdit(state.present, edit), edit.before?.right, isDeletion);
    // The field was autofilled along with another field, so no blur will follow.
    if (!isFocused()) leave();
  }

  function rememberField(): void {
    if (input.value !== shown) read(""); // A script has changed the text without an event.
    const [, right = 0] = countSelected();
    before = { text: input.value, start: input.selectionStart ?? input.value.length, right };
  }

  /** Writes the dial code into an empty field, and puts the caret after it. */
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
    setWrong(state.present.digits === "" ? undefined : findError());
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
    if (!isComposing) read(event instanceof InputEvent ? event.inputType : "");
  });
  on("compositionstart", () => {
    isComposing = true;
    rememberField();
  });
  on("compositionend", () => {
    isComposing = false;
    read("insertCompositionText");
  });
  // Some password managers and WebDriver fire only `change`.
  on("change", () => read(""));
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
  for (const name of ["pointerdown", "pointerup", "pointercancel"]) {
    const press = () => {
      isPressed = name === "pointerdown";
      setTimeout(checkLeft);
    };
    document.addEventListener(name, press, { capture: true, signal });
  }

  show(state.present, countSelected());
  if (isFocused()) enter();
  else leave();

  return (country) => {
    record(edits.changeCountry(state.present.digits, country));
    // Make the draft store the number.
    dispatchChange(input);
    input.focus();
  };
}

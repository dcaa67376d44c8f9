import { dispatchChange } from "../../ui/browser/dispatch-change";
import { caretPosition, countDigitsAfter } from "./caret";
import {
  applyEdit,
  changeCountry,
  dialPrefix,
  isBlank,
  readWhole,
  type Edit,
  type Step,
} from "./edit";
import { historyDirection, startHistory } from "./history";
import { hasPlansFor, findDialCode, loadPlans, type Country } from "./numbering";
import { hasSeveralNumbers, readPhone } from "./parse-phone";
import { recordChange, rereadPresent, undo, withPresent, type PhoneState } from "./phone-state";

export type PhoneError = "error.phone" | "error.phone_one";

interface PhoneEditingOptions {
  home: Country;
  /** The validation messages of an invalid number. */
  texts: Record<PhoneError, string>;
  /** Renders a step synchronously, and returns the formatted number. */
  render: (step: Step) => string;
  setWrong: (error: PhoneError | undefined) => void;
  signal: AbortSignal;
}

/** Saved, because a company's script can replace this function later. */
const { setTimeout } = globalThis;

/**
 * Connects the field with the pure functions of `edit.ts` and `phone-state.ts`: passes on each edit by the browser,
 * writes the formatted number into the field, and puts the caret in front of the same digits.
 *
 * Native listeners also get the events of scripts and password managers, which React ignores.
 *
 * @returns a function that changes the dial code to that of another country, and focuses the field
 */
export function editPhone(
  input: HTMLInputElement,
  { home, texts, render, setWrong, signal }: PhoneEditingOptions,
): (country: Country) => void {
  let state = startHistory<Step>({ ...readWhole(input.value, home), note: undefined, right: 0 });
  let shown = "";
  /** The field before the current edit. */
  let before: Edit["before"];
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

  function update(next: PhoneState, selection?: number[]): void {
    state = next;
    show(selection);
  }

  /** Removes the number, and shows only its dial code or nothing. */
  function clear(digits: string, selection?: number[]): void {
    update(withPresent(state, { digits, country: state.present.country, right: 0 }), selection);
  }

  /** Renders the present step. @param selection as counted by `countSelected` */
  function show(selection = [state.present.right, state.present.right]): void {
    const { digits } = state.present;
    shown = render(state.present);
    // Write the text only if it differs, because the browser's undo menu can't undo a script's edits.
    if (input.value !== shown) input.value = shown;
    const [start = 0, end = 0] = selection.map((right) => caretPosition(shown, right));
    if (isFocused()) input.setSelectionRange(start, end);
    const error = findError();
    input.setCustomValidity(error ? texts[error] : "");
    if (!error) setWrong(undefined);

    const dialCode = findDialCode(digits);
    if (dialCode === undefined || dialCode === loadingCode || hasPlansFor(digits)) return;
    loadingCode = dialCode;
    // After a failure, the next edit retries.
    void loadPlans(dialCode)
      .then(refresh, () => undefined)
      .then(() => (loadingCode = undefined));
  }

  /** Returns no error if the number's plans haven't loaded, or if the number is empty and optional. */
  function findError(): PhoneError | undefined {
    const { digits, country } = state.present;
    const isValid = isBlank(digits)
      ? !input.required
      : readPhone(digits, country) !== undefined || !hasPlansFor(digits);
    if (isValid) return undefined;
    return hasSeveralNumbers(digits, country) ? "error.phone_one" : "error.phone";
  }

  function refresh(): void {
    // An input method's text is read when the composition ends.
    if (isComposing || signal.aborted) return;
    const { digits } = state.present;
    const selection = countSelected();
    state = rereadPresent(state);
    show(state.present.digits === digits ? selection : undefined);
    if (!isFocused()) leave();
  }

  function read(inputType: string): void {
    const edit = { inputType, before, after: input.value, caret: input.selectionStart ?? 0 };
    before = undefined;
    // Some browsers report composed text twice.
    if (!edit.before && edit.after === shown) return;
    const step = applyEdit(state.present, edit);
    const isDeletion = inputType.startsWith("delete");
    update(recordChange(state, step, Date.now(), edit.before?.right, isDeletion));
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
    if (!isFocused()) return;
    if (digits === "") clear(dialPrefix(country), [0, 0]);
    else if (isBlank(digits) && input.selectionStart === input.selectionEnd) show([0, 0]);
  }

  function leave(): void {
    // An empty field can be autofilled.
    if (isBlank(state.present.digits)) clear("");
    setTimeout(checkLeft);
  }

  /** Validates after blur, but not during a press, because a message would move the pressed element. */
  function checkLeft(): void {
    if (signal.aborted || isPressed || isFocused()) return;
    setWrong(state.present.digits === "" ? undefined : findError());
  }

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    react: (event: HTMLElementEventMap[Name]) => void,
  ) => input.addEventListener(name, react, { signal });

  function move(by: -1 | 1, event: Event): void {
    event.preventDefault();
    update(undo(state, by));
  }
  on("beforeinput", (event) => {
    if (event.inputType === "historyUndo") move(-1, event);
    else if (event.inputType === "historyRedo") move(1, event);
    else if (!isComposing) rememberField();
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
    const { digits } = state.present;
    const by = historyDirection(event);
    if (by) move(by, event);
    if (event.key === "Enter" && isBlank(digits)) clear("");
    // A repeating Backspace stops at the dial code.
    const isHeld = event.key === "Backspace" && event.repeat;
    if (isHeld && isBlank(digits) && digits !== "+") event.preventDefault();
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

  show(countSelected());
  if (isFocused()) enter();
  else leave();

  return (country) => {
    update(recordChange(state, changeCountry(state.present.digits, country), Date.now()));
    // Make the draft store the number.
    dispatchChange(input);
    input.focus();
  };
}

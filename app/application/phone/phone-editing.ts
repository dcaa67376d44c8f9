import { dispatchChange } from "../../ui/browser/dispatch-change";
import {
  historyDirection,
  moveInHistory,
  recordStep,
  startHistory,
  type History,
} from "../../ui/browser/undo-history";
import {
  applyEdit,
  changeCountry,
  dialPrefix,
  isBlank,
  readWhole,
  rereadStep,
  type Edit,
  type Step,
} from "./edit";
import { findDialCode, hasPlansFor, loadPlans, type Country } from "./numbering";
import { hasSeveralNumbers, readPhone } from "./parse-phone";
import { caretPosition, countDigitsAfter } from "./phone-text";

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
 * Passes on each edit by the browser to the pure functions of `edit.ts` and `undo-history.ts`, writes the formatted
 * number into the field, and puts the caret in front of the same digits. Native listeners also get the events of
 * scripts and password managers, which React ignores.
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
  let loadingCode: string | undefined;

  const isFocused = () => document.activeElement === input;

  /** Counts the digits after the start and after the end of the selection. */
  const countSelected = () =>
    [input.selectionStart, input.selectionEnd].map((place) =>
      countDigitsAfter(input.value, place ?? input.value.length),
    );

  /** @param selection as counted by `countSelected` */
  function show(next: History<Step>, selection = [next.present.right, next.present.right]): void {
    state = next;
    const { digits } = next.present;
    shown = render(next.present);
    // Write the text only if it differs, because the browser's undo menu can't undo a script's
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

  const replace = (step: Step, selection?: number[]) =>
    show({ ...state, present: step }, selection);

  /** Removes the number, except a dial code. */
  const clear = (digits: string) => replace({ digits, country: state.present.country, right: 0 });

  /** Adds an undo step if the number or country changes. @param right where undo puts the caret */
  function record(step: Step, right = state.present.right, isDeletion = false): void {
    const { present } = state;
    if (step.digits === present.digits && step.country === present.country) return replace(step);
    const past = { ...state, present: { ...present, right } };
    show(recordStep(past, step, Date.now(), isDeletion));
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
    const step = rereadStep(state.present);
    replace(step, step.digits === digits ? selection : undefined);
    if (!isFocused()) leave();
  }

  function read(inputType: string): void {
    const edit = { inputType, before, after: input.value, caret: input.selectionStart ?? 0 };
    before = undefined;
    // Some browsers report composed text twice.
    if (!edit.before && edit.after === shown) return;
    const isDeletion = inputType.startsWith("delete");
    record(applyEdit(state.present, edit), edit.before?.right, isDeletion);
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
    if (digits === "") clear(dialPrefix(country));
    else if (isBlank(digits) && input.selectionStart === input.selectionEnd) show(state, [0, 0]);
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

  function undo(event: InputEvent | KeyboardEvent): boolean {
    const by = historyDirection(event);
    if (by === undefined) return false;
    event.preventDefault();
    const next = moveInHistory(state, by);
    show({ ...next, present: rereadStep(next.present) });
    return true;
  }
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
    const { digits } = state.present;
    undo(event);
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

  show(state, countSelected());
  if (isFocused()) enter();
  else leave();

  return (country) => {
    record(changeCountry(state.present.digits, country));
    // Make the draft store the number.
    dispatchChange(input);
    input.focus();
  };
}

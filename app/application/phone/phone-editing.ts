import { dispatchChange } from "../../ui/browser/dispatch-change";
import { caretPosition, countDigitsAfter } from "./caret";
import {
  applyEdit,
  isBlank,
  changeCountry,
  dialPrefix,
  rereadStep,
  readWhole,
  type Edit,
  type Step,
} from "./edit";
import { historyDirection, recordStep, startHistory, moveInHistory, type History } from "./history";
import { hasPlansFor, findDialCode, loadPlans, type Country } from "./numbering";
import { hasSeveralNumbers, readPhone } from "./parse-phone";

export interface PhoneEditingOptions {
  home: Country;
  /** The validation messages of an invalid number. */
  texts: Record<PhoneError, string>;
  /** Renders a step synchronously, and returns the formatted number. */
  render: (step: Step) => string;
  setWrong: (error: PhoneError | undefined) => void;
}

export type PhoneError = "error.phone" | "error.phone_one";

/** Saved, because a company's script can replace this function later. */
const { setTimeout } = globalThis;

export interface PhoneEditing {
  /** Turns the field into a plain field again, and keeps its text. */
  stop: () => void;
  /** Changes the dial code to that of another country, and focuses the field. */
  choose: (country: Country) => void;
}

/**
 * Formats a plain field's telephone number. After each edit by the browser, `edit.ts` interprets the new text. The
 * number is then rendered by its country's pattern, and the caret is put in front of the same digits.
 */
export function editPhone(
  input: HTMLInputElement,
  { home, texts, render, setWrong }: PhoneEditingOptions,
): PhoneEditing {
  const end = new AbortController();
  const { signal } = end;
  let history: History<Step>;
  let shown = "";
  /** The field before the current edit. */
  let before: Edit["before"];
  let isComposing = false;
  let isPressed = false;
  /** The dial code whose plans are loading. */
  let loadingCode: string | undefined;

  const isFocused = () => input.ownerDocument.activeElement === input;

  function countDigitsAfterSelection() {
    const { value: text, selectionStart, selectionEnd } = input;
    return [selectionStart, selectionEnd].map((place) =>
      countDigitsAfter(text, place ?? text.length),
    );
  }

  /** Returns no error if the number's plans haven't loaded, or if the number is empty and optional. */
  function findError(): PhoneError | undefined {
    const { digits, country } = history.present;
    const isValid = isBlank(digits)
      ? !input.required
      : readPhone(digits, country) !== undefined || !hasPlansFor(digits);
    if (isValid) return undefined;
    return hasSeveralNumbers(digits, country) ? "error.phone_one" : "error.phone";
  }

  /** Renders the present step. @param rightOfStart digits after the selection's start */
  function show(right = history.present.right, rightOfStart = right): void {
    shown = render(history.present);
    // Write the text only if it differs, because the browser's undo menu can't undo a script's edits.
    if (input.value !== shown) input.value = shown;
    if (isFocused())
      input.setSelectionRange(caretPosition(shown, rightOfStart), caretPosition(shown, right));
    const error = findError();
    input.setCustomValidity(error ? texts[error] : "");
    if (!error) setWrong(error);
    load();
  }

  function load(): void {
    const dialCode = findDialCode(history.present.digits);
    if (dialCode === undefined || dialCode === loadingCode || hasPlansFor(history.present.digits))
      return;
    loadingCode = dialCode;
    // After a failure, the next edit retries.
    const loaded = loadPlans(dialCode).then(refresh, () => undefined);
    void loaded.then(() => (loadingCode = undefined));
  }

  /** Reads the present step again after plans have loaded. */
  function refresh(): void {
    // An input method's text is read when the composition ends.
    if (isComposing || signal.aborted) return;
    const { digits } = history.present;
    const [rightOfStart, right] = countDigitsAfterSelection();
    replacePresent(rereadStep(history.present));
    if (history.present.digits === digits) show(right, rightOfStart);
    else show();
    if (!isFocused()) handleBlur();
  }

  /** Replaces the present step without adding an undo step. */
  function replacePresent(present: Step): void {
    history = { ...history, present };
  }

  /** Adds an undo step if the number has changed. */
  function recordChange(step: Step, isDeletion = false): void {
    const { present } = history;
    const isChange = step.digits !== present.digits || step.country !== present.country;
    if (isChange) history = recordStep(history, step, Date.now(), isDeletion);
    else replacePresent({ ...present, note: step.note });
    show(step.right);
  }

  function move(by: -1 | 1, event: Event): void {
    event.preventDefault();
    history = moveInHistory(history, by);
    replacePresent(rereadStep(history.present));
    show();
  }

  /** Empties a field without a number, so that the browser can autofill the field. */
  function clearBlank(): void {
    const { digits, country } = history.present;
    if (!isBlank(digits)) return;
    replacePresent({ digits: "", country, right: 0 });
    show();
  }

  function read(inputType: string): void {
    const edit = { inputType, before, after: input.value, caret: input.selectionStart ?? 0 };
    before = undefined;
    // Some browsers report composed text twice.
    if (!edit.before && edit.after === shown) return;
    recordChange(applyEdit(history.present, edit), inputType.startsWith("delete"));
    // The field was autofilled along with another field, so no blur will follow.
    if (!isFocused()) handleBlur();
  }

  /** Saves the field before an edit, and the caret for undo. */
  function rememberField(): void {
    if (input.value !== shown) read(""); // A script has changed the text without an event.
    const { value: text, selectionStart } = input;
    before = { text, start: selectionStart ?? text.length };
    const [, right = 0] = countDigitsAfterSelection();
    replacePresent({ ...history.present, right });
  }

  /** Writes the dial code into an empty field, and puts the caret after it. */
  function fillDialCode(): void {
    if (!isFocused()) return;
    const { digits, country } = history.present;
    if (digits === "") replacePresent({ digits: dialPrefix(country), country, right: 0 });
    else if (!isBlank(digits) || input.selectionStart !== input.selectionEnd) return;
    show(0);
  }

  function handleBlur(): void {
    clearBlank();
    setTimeout(checkLeft);
  }

  /** Validates after blur, but not during a press, because a message would move the pressed element. */
  function checkLeft(): void {
    if (signal.aborted || isPressed || isFocused()) return;
    setWrong(history.present.digits === "" ? undefined : findError());
  }

  function handleKey(event: KeyboardEvent): void {
    const { digits } = history.present;
    const { key, repeat } = event;
    const step = historyDirection(event);
    if (step) move(step, event);
    if (key === "Enter") clearBlank();
    // A repeating Backspace stops at the dial code.
    if (key === "Backspace" && repeat && isBlank(digits) && digits !== "+") event.preventDefault();
  }

  function listen(): void {
    for (const name of ["pointerdown", "pointerup", "pointercancel"]) {
      const note = () => {
        isPressed = name === "pointerdown";
        setTimeout(checkLeft);
      };
      document.addEventListener(name, note, { capture: true, signal });
    }
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      react: (event: HTMLElementEventMap[Name]) => void,
    ) => input.addEventListener(name, react, { signal });

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
    on("keydown", handleKey);
    // A click moves the caret after this event.
    on("focus", () => setTimeout(fillDialCode));
    on("blur", handleBlur);
  }

  const [rightOfStart, right = 0] = countDigitsAfterSelection();
  history = startHistory({ ...readWhole(input.value, home), note: undefined, right });
  show(right, rightOfStart);
  listen();
  if (isFocused()) fillDialCode();
  else handleBlur();

  return {
    stop() {
      end.abort();
      input.setCustomValidity("");
    },
    choose(country) {
      recordChange(changeCountry(history.present.digits, country));
      // Make the draft store the number.
      dispatchChange(input);
      input.focus();
    },
  };
}

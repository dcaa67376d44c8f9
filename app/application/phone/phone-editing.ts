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
import { readPhone } from "./reading";

interface PhoneEditingOptions {
  /** The position's country. */
  home: Country;
  /** What the browser says when a wrong number is submitted. */
  message: string;
  /** Renders a step synchronously, and returns its number as its country's pattern writes it. */
  render: (step: Step) => string;
  /** Marks the number as wrong, or takes the mark away. */
  setWrong: (isWrong: boolean) => void;
}

/** Taken before a company's script can replace it. */
const { setTimeout } = globalThis;

export interface PhoneEditing {
  /** Makes the field a plain one again, which keeps its text. */
  stop: () => void;
  /** Puts another country's dial code in front of the national number, and focuses the field. */
  choose: (country: Country) => void;
}

/**
 * Makes a plain field take telephone numbers. The browser does each edit. `edit.ts` reads what the edit
 * left, the number is rendered by its country's pattern, and the caret goes back in front of the same
 * digits. So every way of editing works: keys, pasting, an input method that composes, autofill.
 */
export function editPhone(
  input: HTMLInputElement,
  { home, message, render, setWrong }: PhoneEditingOptions,
): PhoneEditing {
  const end = new AbortController();
  const { signal } = end;
  let history: History<Step>;
  /** The field's text as it was rendered last. */
  let shown = "";
  /** The field before the edit that is under way. */
  let before: Edit["before"];
  let isComposing = false;
  let isPressed = false;
  /** The dial code whose plans are on their way. */
  let loadingCode: string | undefined;

  const isFocused = () => input.ownerDocument.activeElement === input;

  /** How many digits are behind the start and behind the end of the selection. */
  function digitsBehindSelection() {
    const { value: text, selectionStart, selectionEnd } = input;
    return [selectionStart, selectionEnd].map((place) =>
      countDigitsAfter(text, place ?? text.length),
    );
  }

  /** True if the number is valid, if its plans have not loaded, or if it is empty and optional. */
  function isValidNumber(): boolean {
    const { digits, country } = history.present;
    if (isBlank(digits)) return !input.required;
    return readPhone(digits, country) !== undefined || !hasPlansFor(digits);
  }

  /** Renders the present. @param rightOfStart digits behind the start of the selection */
  function show(right = history.present.right, rightOfStart = right): void {
    shown = render(history.present);
    // Written only if it differs: the browser's own menu can undo only what the browser wrote.
    if (input.value !== shown) input.value = shown;
    if (isFocused())
      input.setSelectionRange(caretPosition(shown, rightOfStart), caretPosition(shown, right));
    const isValid = isValidNumber();
    input.setCustomValidity(isValid ? "" : message);
    if (isValid) setWrong(false);
    load();
  }

  function load(): void {
    const dialCode = findDialCode(history.present.digits);
    if (dialCode === undefined || dialCode === loadingCode || hasPlansFor(history.present.digits))
      return;
    loadingCode = dialCode;
    // Where they do not arrive, the next edit asks again.
    const loaded = loadPlans(dialCode).then(refresh, () => undefined);
    void loaded.then(() => (loadingCode = undefined));
  }

  /** Reads the present again, now that more plans have loaded. */
  function refresh(): void {
    // What is being composed is read when it ends.
    if (isComposing || signal.aborted) return;
    const { digits } = history.present;
    const [rightOfStart, right] = digitsBehindSelection();
    replacePresent(rereadStep(history.present));
    if (history.present.digits === digits) show(right, rightOfStart);
    else show();
    if (!isFocused()) handleBlur();
  }

  /** Replaces the present without a step to undo. */
  function replacePresent(present: Step): void {
    history = { ...history, present };
  }

  /** Takes another step; a change can be undone. */
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

  /** Empties a field without a number, so that the browser may fill it in. */
  function clearBlank(): void {
    const { digits, country } = history.present;
    if (!isBlank(digits)) return;
    replacePresent({ digits: "", country, right: 0 });
    show();
  }

  /** Reads what an edit has left in the field. */
  function read(inputType: string): void {
    const edit = { inputType, before, after: input.value, caret: input.selectionStart ?? 0 };
    before = undefined;
    // Some browsers report a composed text a second time.
    if (!edit.before && edit.after === shown) return;
    recordChange(applyEdit(history.present, edit), inputType.startsWith("delete"));
    // The browser filled it in along with another field: it will get no blur.
    if (!isFocused()) handleBlur();
  }

  /** Notes the field before an edit; undo puts the caret back to where it is now. */
  function rememberField(): void {
    if (input.value !== shown) read(""); // A script put it in without an event.
    const { value: text, selectionStart } = input;
    before = { text, start: selectionStart ?? text.length };
    const [, right = 0] = digitsBehindSelection();
    replacePresent({ ...history.present, right });
  }

  /** Writes the dial code into an empty field, and puts a caret behind it. */
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

  /** Judges a number that has been left; a message would move what is being pressed. */
  function checkLeft(): void {
    if (signal.aborted || isPressed || isFocused()) return;
    setWrong(history.present.digits !== "" && !isValidNumber());
  }

  function handleKey(event: KeyboardEvent): void {
    const { digits } = history.present;
    const { key, repeat } = event;
    const step = historyDirection(event);
    if (step) move(step, event);
    if (key === "Enter") clearBlank();
    // A Backspace that is held stops at the dial code.
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
    // Some password managers, and WebDriver, tell only that the value has changed.
    on("change", () => read(""));
    on("dragstart", (event) => event.preventDefault());
    on("keydown", handleKey);
    // A click moves the caret only after this event.
    on("focus", () => setTimeout(fillDialCode));
    on("blur", handleBlur);
  }

  const [rightOfStart, right = 0] = digitsBehindSelection();
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
      // The draft stores it as it stores typing.
      dispatchChange(input);
      input.focus();
    },
  };
}

import { caretAt, digitsBehind } from "./caret";
import type { Country } from "./country";
import { isBlank, moved, startOf, type Edited, type Entry, type Note } from "./edit";
import {
  afterInput,
  begun,
  commandOf,
  emptied,
  tidied,
  type FieldText,
  type Step,
} from "./field-events";
import { guessNumber } from "./guess";
import { amended, recorded, redone, replaced, startHistory, undone, type History } from "./history";
import { callingCodeIn, canRead, onPiece } from "./numbering";
import { watchPresses } from "./press";
import { readPhone } from "./reading";

/** What shows the field's state to the candidate. */
export interface PhoneView {
  /** Draws a number synchronously, and returns it as its country's pattern writes it. */
  draw: (entry: Entry) => string;
  /** Marks the number as wrong, or takes the mark away. */
  judge: (isWrong: boolean) => void;
  /** Shows a note about what was put in; undefined removes the last one. */
  say: (note: Note | undefined) => void;
}

/** A step that can be read again: it may have been read before its country's numbering plan was here. */
type ReadStep = Step & { read?: () => Edited };

interface PhoneEditingOptions {
  /** Country of national numbers while the field has none. */
  home: Country;
  /** The candidate's countries, the likeliest first. */
  likely: readonly Country[];
  /** What the browser says when a wrong number is submitted. */
  message: string;
  view: PhoneView;
}

/** Taken before a company's script can replace it. */
const { setTimeout } = globalThis;

/** A field that takes telephone numbers. */
export interface PhoneEditing {
  /** Makes the field a plain one again, which keeps its text. */
  stop: () => void;
  /** Puts another country's dial code in front of the national number, and focuses the field. */
  choose: (country: Country) => void;
}

/**
 * Makes a plain field take telephone numbers. The browser does each edit. What the edit left is read
 * (`field-events.ts` decides what it means) and drawn by the country's pattern, and the caret is put
 * where a person expects it. So every way of editing works: keys, a pasted text, dragging, an input
 * method that composes, autofill. The field keeps its focus and its text.
 */
export function editPhone(
  input: HTMLInputElement,
  { home, likely, message, view }: PhoneEditingOptions,
): PhoneEditing {
  const end = new AbortController();
  const { signal } = end;
  const afterPress = watchPresses(signal);
  let history: History<ReadStep>;
  /** The last country that the number had: while its dial code is unknown, national numbers are read by it. */
  let selected = home;
  /** The field's text as it was drawn last. */
  let drawn = "";
  /** The field before the edit that is under way. */
  let before: FieldText | undefined;
  let isComposing = false;
  let isDragging = false;

  const isFocused = () => input.ownerDocument.activeElement === input;

  /** True if the number is valid, if its metadata has not loaded yet, or if it is empty and optional. */
  function isRight(): boolean {
    const { digits } = history.present;
    if (isBlank(digits)) return !input.required;
    return readPhone(digits, home) !== undefined || !canRead(digits);
  }

  function asItIs(): FieldText {
    const { value: text, selectionStart, selectionEnd } = input;
    return { text, start: selectionStart ?? text.length, caret: selectionEnd ?? text.length };
  }

  function draw(right = 0, skipsGap = false): void {
    const { present } = history;
    selected = present.country ?? selected;
    const text = view.draw(present);
    // Written only if it differs: the browser's own menu can undo only what the browser wrote.
    if (input.value !== text) input.value = text;
    drawn = text;
    if (isFocused()) {
      const caret = caretAt(text, right, skipsGap);
      input.setSelectionRange(caret, caret);
    }
    const isValid = isRight();
    input.setCustomValidity(isValid ? "" : message);
    if (isValid) view.judge(false);
  }

  /** Draws with some digits behind either end of the selection. */
  function drawSelected(rightOfStart: number, rightOfEnd: number): void {
    draw(rightOfEnd);
    if (!isFocused() || rightOfStart === rightOfEnd) return;
    const { value: text } = input;
    input.setSelectionRange(caretAt(text, rightOfStart), caretAt(text, rightOfEnd));
  }

  /** Holds another number without a step to undo. */
  function amend(step: ReadStep): void {
    history = amended(history, step);
  }

  /** Holds and draws another number; a change is a step that can be undone. */
  function put(
    { note, ...step }: Edited & ReadStep,
    { skipsGap = false, isDeletion = false } = {},
  ): void {
    const { digits, country } = history.present;
    const isChange = step.digits !== digits || step.country !== country;
    if (isChange) history = recorded(history, step, Date.now(), isDeletion);
    if (isChange || note) view.say(note);
    draw(step.right, skipsGap);
  }

  function move(step: (history: History<ReadStep>) => History<ReadStep>): void {
    history = step(history);
    view.say(undefined);
    draw(history.present.right);
  }

  function tidy(): void {
    const tidy = tidied(history.present, home);
    if (tidy) put(tidy);
    const empty = emptied(history.present, selected);
    if (!empty) return;
    amend(empty);
    draw();
  }

  /** Reads what an edit has left in the field. */
  function read(inputType: string): void {
    if (inputType === "deleteByDrag") {
      // The dragged text is dropped next, at a place in the text as it is: nothing is drawn yet.
      isDragging = true;
      setTimeout(() => isDragging && read(""));
      return;
    }
    isDragging = false;
    const announced = before;
    before = undefined;
    const after = input.value;
    // Some browsers report a composed text a second time.
    if (!announced && after === drawn) return;
    const caret = input.selectionStart ?? after.length;
    const left = { inputType, before: announced, after, caret };
    const { present } = history;
    const from = present.country ? home : selected;
    const { entry, rightBefore, ...how } = afterInput(present, left, from);
    if (rightBefore !== undefined) amend({ ...present, right: rightBefore });
    put({ ...entry, read: () => afterInput(present, left, from).entry }, how);
    // The browser filled it in along with another field: nobody will leave it.
    if (!isFocused()) leave();
  }

  /** Reads what begins with a dial code again, now that its numbering plans have come. */
  function readAgain(dialCode: string): void {
    const { digits } = history.present;
    let note: Note | undefined;
    history = replaced(history, (step) => {
      if (!step.read || callingCodeIn(step.digits) !== dialCode) return step;
      const { note: said, ...again } = step.read();
      // The same number may have another country; its caret stays.
      if (again.digits === step.digits) return { ...step, country: again.country };
      if (step === history.present) note = said;
      return { ...step, ...again };
    });
    // An input method, or a drag, is let end; then all is read anyway.
    if (isComposing || isDragging) return;
    const { present } = history;
    const { text, start, caret } = asItIs();
    if (present.digits !== digits) {
      view.say(note);
      draw(present.right);
    } else if (callingCodeIn(digits) === dialCode) {
      drawSelected(digitsBehind(text, start), digitsBehind(text, caret));
    }
    if (!isFocused()) leave();
  }

  function press(event: KeyboardEvent): void {
    const command = commandOf(event, history.present.digits);
    if (command === "tidy") tidy();
    else if (command) event.preventDefault();
    if (command === "undo") move(undone);
    if (command === "redo") move(redone);
  }

  /** Writes the dial code into an empty field, and puts a caret behind it. */
  function enter(): void {
    if (!isFocused()) return;
    const { digits } = history.present;
    if (digits === "") amend(begun(history.present, selected));
    else if (!isBlank(digits) || input.selectionStart !== input.selectionEnd) return;
    draw();
  }

  function leave(): void {
    tidy();
    afterPress(() => {
      if (signal.aborted || isFocused()) return;
      const { digits } = history.present;
      const isWrong = digits !== "" && !isRight();
      view.judge(isWrong);
      const guess = isWrong && guessNumber(digits, home, likely, readPhone);
      if (guess) view.say({ text: "phone.foreign", ...guess });
    });
  }

  function listen(): void {
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      react: (event: HTMLElementEventMap[Name]) => void,
    ) => input.addEventListener(name, react, { signal });

    on("beforeinput", (event) => {
      if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
        event.preventDefault();
        move(event.inputType === "historyUndo" ? undone : redone);
      } else if (!isComposing && !isDragging) {
        before = asItIs();
      }
    });
    on("input", (event) => {
      // An input method changes the text at will until it has composed.
      if (!isComposing) read(event instanceof InputEvent ? event.inputType : "");
    });
    on("compositionstart", () => {
      isComposing = true;
      before = asItIs();
    });
    on("compositionend", () => {
      isComposing = false;
      read("insertCompositionText");
    });
    on("keydown", press);
    on("focus", () => {
      enter();
      // A click moves the caret only after this event.
      setTimeout(enter);
    });
    on("blur", leave);
  }

  const { text: start, start: from, caret: to } = asItIs();
  const [rightOfStart, rightOfEnd] = [digitsBehind(start, from), digitsBehind(start, to)];
  const readStart = () => ({ ...startOf(start, home), right: rightOfEnd });
  history = startHistory({ ...readStart(), read: readStart });
  draw(rightOfEnd);
  listen();
  onPiece(readAgain, signal);
  if (isFocused()) {
    enter();
    if (rightOfStart !== rightOfEnd) drawSelected(rightOfStart, rightOfEnd);
  } else {
    leave();
  }

  return {
    stop() {
      end.abort();
      input.setCustomValidity("");
    },
    choose(country) {
      put({ ...moved(history.present.digits, country), right: 0 });
      input.focus();
    },
  };
}

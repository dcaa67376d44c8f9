import { caretAt, digitsBehind, isBehindGap } from "./caret";
import type { Country } from "./country";
import {
  complete,
  edited,
  isBlank,
  moved,
  prefixOf,
  readWhole,
  startOf,
  type Change,
  type Edited,
  type Entry,
  type Note,
} from "./edit";
import { amended, recorded, redone, startHistory, undone, type History } from "./history";
import { readPhone } from "./reading";
import { significant } from "./phone-text";

/** What the field is seen by. */
export interface PhoneView {
  /** Draws what the field holds, at once, and gives the text of it. */
  draw: (entry: Entry) => string;
  /** Whether what stands in the field is to be called wrong. */
  judge: (isWrong: boolean) => void;
  /** Something to be said of what was put in; none takes back what was said before. */
  say: (note: Note | undefined) => void;
}

interface PhoneEditingOptions {
  /** Country of national numbers while the field has none. */
  home: Country;
  /** What the browser says when a wrong number is submitted. */
  message: string;
  view: PhoneView;
}

/** What the field held, and how many digits stood behind the caret. */
type Step = Entry & { right: number };

/** The browser's own, whatever a company's script puts in its place later. */
const { setTimeout } = globalThis;

/**
 * Makes a plain field take telephone numbers. The browser does each edit; what it leaves is read,
 * drawn by the country's pattern, and the caret put where a person expects it. So every way of
 * editing works (keys, a pasted text, dragging, a keyboard that composes, the browser's own
 * filling in), and the field stays the one that it was, with its focus and what was typed into it.
 */
export class PhoneEditing {
  readonly #input: HTMLInputElement;
  readonly #home: Country;
  readonly #message: string;
  readonly #view: PhoneView;
  readonly #end = new AbortController();
  #history: History<Step>;
  /** As the field was drawn last. */
  #text = "";
  /** The field before the edit that is under way. */
  #before: { text: string; start: number; caret: number } | undefined;
  #isComposing = false;
  #isCalledWrong = false;
  #isDragging = false;
  #isPressed = false;

  constructor(input: HTMLInputElement, { home, message, view }: PhoneEditingOptions) {
    this.#input = input;
    this.#home = home;
    this.#message = message;
    this.#view = view;
    const { value, selectionStart, selectionEnd } = input;
    const [from, to] = [selectionStart, selectionEnd].map((caret) =>
      digitsBehind(value, caret ?? value.length),
    );
    this.#history = startHistory({ ...startOf(value, home), right: to ?? 0 });
    this.#draw(to);
    this.#listen();
    if (!this.#isFocused) {
      this.#leave();
      return;
    }
    this.#enter();
    const text = input.value;
    if (from !== to) input.setSelectionRange(caretAt(text, from ?? 0), caretAt(text, to ?? 0));
  }

  /** Ends it: the field is a plain one again, and keeps what it holds. */
  stop(): void {
    this.#end.abort();
    this.#input.setCustomValidity("");
  }

  /** Another country was chosen: the national number goes on behind its dial code. */
  choose(country: Country): void {
    this.#put({ ...moved(this.#entry.digits, country), right: 0 });
    this.#input.focus();
  }

  get #entry(): Step {
    return this.#history.present;
  }

  get #isFocused(): boolean {
    return this.#input.ownerDocument.activeElement === this.#input;
  }

  #listen(): void {
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      react: (event: HTMLElementEventMap[Name]) => void,
    ) => this.#input.addEventListener(name, react, { signal: this.#end.signal });

    on("beforeinput", (event) => {
      if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
        event.preventDefault();
        this.#move(event.inputType === "historyUndo" ? undone : redone);
      } else if (!this.#isComposing && !this.#isDragging) {
        this.#before = this.#asItIs();
      }
    });
    on("input", (event) => {
      // While a keyboard composes, the text is its own.
      if (!this.#isComposing) this.#read(event instanceof InputEvent ? event.inputType : "");
    });
    on("compositionstart", () => {
      this.#isComposing = true;
      this.#before = this.#asItIs();
    });
    on("compositionend", () => {
      this.#isComposing = false;
      this.#read("insertCompositionText");
    });
    on("keydown", (event) => this.#press(event));
    on("focus", () => {
      this.#enter();
      // A click puts the caret where it hits, after this.
      setTimeout(() => this.#enter());
    });
    on("blur", () => this.#leave());
    const { signal } = this.#end;
    for (const press of ["pointerdown", "pointerup", "pointercancel"]) {
      const note = () => (this.#isPressed = press === "pointerdown");
      document.addEventListener(press, note, { capture: true, signal });
    }
  }

  #asItIs() {
    const { value: text, selectionStart, selectionEnd } = this.#input;
    return { text, start: selectionStart ?? text.length, caret: selectionEnd ?? text.length };
  }

  #press(event: KeyboardEvent): void {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    // A browser that fills the field in says that there was a key, and not which.
    const key = (event.key as string | undefined)?.toLowerCase();
    if (isCommand && (key === "z" || key === "y")) {
      event.preventDefault();
      this.#move(key === "y" || event.shiftKey ? redone : undone);
    }
    // A key that is held empties the number, and goes no further: the dial code stays.
    if (key === "backspace" && event.repeat && isBlank(this.#entry.digits)) event.preventDefault();
    if (key === "enter") this.#tidy();
  }

  /** Reads what an edit has left in the field. */
  #read(inputType: string): void {
    if (inputType === "deleteByDrag") {
      // What was dragged comes in again elsewhere, and the browser knows where: nothing moves yet.
      this.#isDragging = true;
      setTimeout(() => this.#isDragging && this.#read(""));
      return;
    }
    this.#isDragging = false;
    const before = this.#before;
    this.#before = undefined;
    const after = this.#input.value;
    const caret = this.#input.selectionStart ?? after.length;
    const { country } = this.#entry;
    // Some browsers say once more what a keyboard has composed.
    if (!before && after === this.#text) return;

    // Without a word before it, or in one piece, it is the browser that has filled the field in.
    if (!before || inputType === "insertReplacementText") {
      this.#put({ ...readWhole(after, country, this.#home), right: 0 });
      return;
    }
    const right = digitsBehind(before.text, before.caret);
    this.#history = amended(this.#history, { ...this.#entry, right });
    if (inputType === "insertFromDrop" || inputType === "") {
      const whole = complete(significant(after), country);
      this.#put({ ...whole, right: digitsBehind(after, caret) });
      return;
    }
    const isDeletion = inputType.startsWith("delete");
    const deletes = inputType.endsWith("Forward") ? "forward" : "backward";
    const change: Change = {
      before: before.text,
      start: before.start,
      after,
      caret,
      ...(isDeletion ? { deletes } : {}),
    };
    this.#put(edited(this.#entry, change, this.#home), isDeletion && isBehindGap(after, caret));
  }

  /** Holds something else from now on, as a step that can be undone. */
  #put({ note, ...step }: Edited, skipsGap = false): void {
    const { digits, country } = this.#entry;
    if (step.digits !== digits || step.country !== country) {
      this.#history = recorded(this.#history, step, Date.now());
      this.#view.say(note);
    } else if (note) {
      this.#view.say(note);
    }
    this.#draw(step.right, skipsGap);
  }

  #move(step: (history: History<Step>) => History<Step>): void {
    this.#history = step(this.#history);
    this.#view.say(undefined);
    this.#draw(this.#entry.right);
  }

  /** Begins the number for whoever comes to type one. */
  #enter(): void {
    if (!this.#isFocused) return;
    const { digits, country } = this.#entry;
    if (digits === "") {
      const begun = { digits: prefixOf(country ?? this.#home), country: country ?? this.#home };
      this.#history = amended(this.#history, { ...begun, right: 0 });
      this.#draw();
    } else if (isBlank(digits) && this.#input.selectionStart === this.#input.selectionEnd) {
      this.#draw();
    }
  }

  #leave(): void {
    this.#tidy();
    const { digits, country } = this.#entry;
    if (isBlank(digits)) {
      // Empty again, as the browser understands it: it may fill the field in.
      this.#history = amended(this.#history, {
        digits: "",
        country: country ?? this.#home,
        right: 0,
      });
      this.#draw();
    }
    this.#afterPress(() => this.#judge(this.#entry.digits !== "" && !this.#isRight));
  }

  /** After the press that led away, if one did: words that come in move what is being clicked on. */
  #afterPress(then: () => void): void {
    const { signal } = this.#end;
    const once = () => {
      if (!signal.aborted && !this.#isFocused) then();
    };
    if (!this.#isPressed) {
      setTimeout(once);
      return;
    }
    const released = new AbortController();
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(
        end,
        () => {
          released.abort();
          setTimeout(once);
        },
        { signal: released.signal },
      );
    }
  }

  /** A number that is right is written as it is right. */
  #tidy(): void {
    const reading = readPhone(this.#entry.digits, this.#home);
    if (reading && reading.number !== this.#entry.digits) {
      this.#put({ digits: reading.number, country: reading.country, right: 0 });
    }
  }

  get #isRight(): boolean {
    return readPhone(this.#entry.digits, this.#home) !== undefined;
  }

  #judge(isWrong: boolean): void {
    if (this.#isCalledWrong === isWrong) return;
    this.#isCalledWrong = isWrong;
    this.#view.judge(isWrong);
  }

  #draw(right = 0, skipsGap = false): void {
    const text = this.#view.draw(this.#entry);
    // Only where it differs: what the browser wrote itself, its own menu can undo.
    if (this.#input.value !== text) this.#input.value = text;
    this.#text = text;
    if (this.#isFocused) {
      const caret = caretAt(text, right, skipsGap);
      this.#input.setSelectionRange(caret, caret);
    }
    const isRight = this.#isRight;
    this.#input.setCustomValidity(isRight ? "" : this.#message);
    if (isRight) this.#judge(false);
  }
}

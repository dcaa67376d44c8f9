import { digitsBehind, isBehindGap } from "./caret";
import type { Country } from "./country";
import { complete, edited, isBlank, prefixOf, readWhole, type Edited, type Entry } from "./edit";
import { significant } from "./phone-text";
import { readPhone } from "./reading";

/** What the field holds, and how many digits are behind the caret. */
export type Step = Entry & { right: number };

/** The field's text, and its selection as places in the text: the same place twice is a caret. */
export interface FieldText {
  text: string;
  start: number;
  caret: number;
}

/** What an `input` event says, and what it has left in the field. */
export interface FieldInput {
  /** The event's `inputType` (W3C Input Events, level 2); empty where the browser gives none. */
  inputType: string;
  /** The field when the browser announced the edit; undefined if it did not. */
  before: FieldText | undefined;
  after: string;
  /** Where the caret is in `after`. */
  caret: number;
}

/** What becomes of the field after an `input` event. */
interface Taken {
  entry: Edited;
  /** Digits that were behind the caret before the edit; undo puts the caret back there. */
  rightBefore?: number;
  /** Whether the candidate deleted something. */
  isDeletion?: boolean;
  /** Whether the caret goes behind the gap that it is at. */
  skipsGap?: boolean;
}

/** What the field holds after an `input` event. @param home country of numbers without a dial code */
export function afterInput(
  present: Entry,
  { inputType, before, after, caret }: FieldInput,
  home: Country,
): Taken {
  const { country } = present;
  // Browsers do not announce it when they fill the field in; some do, and replace all of it.
  if (!before || inputType === "insertReplacementText") {
    return { entry: { ...readWhole(after, country, home), right: 0 } };
  }
  const rightBefore = digitsBehind(before.text, before.caret);
  if (inputType === "insertFromDrop" || inputType === "") {
    const whole = complete(significant(after), country ?? home);
    return { entry: { ...whole, right: digitsBehind(after, caret) }, rightBefore };
  }
  const isDeletion = inputType.startsWith("delete");
  const deletes = inputType.endsWith("Forward") ? "forward" : "backward";
  const change = {
    before: before.text,
    start: before.start,
    after,
    caret,
    deletes: isDeletion ? deletes : undefined,
    isComposed: inputType === "insertCompositionText",
  } as const;
  return {
    entry: edited(present, change, home),
    rightBefore,
    isDeletion,
    skipsGap: isDeletion && isBehindGap(after, caret),
  };
}

/** What a field that was empty holds once it has the focus: the plus and the dial code. */
export function begun({ country }: Entry, home: Country): Step {
  return { digits: prefixOf(country ?? home), country: country ?? home, right: 0 };
}

/** The number as E.164 writes it; undefined if it is written so already, or is not valid. */
export function tidied({ digits }: Entry, home: Country): Step | undefined {
  const reading = readPhone(digits, home);
  if (!reading || reading.number === digits) return undefined;
  return { digits: reading.number, country: reading.country, right: 0 };
}

/**
 * What a field without a number holds once it has lost the focus: nothing, so that the browser may
 * fill it in. Undefined if there is a number, or the beginning of one.
 */
export function emptied({ digits, country }: Entry, home: Country): Step | undefined {
  return isBlank(digits) ? { digits: "", country: country ?? home, right: 0 } : undefined;
}

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "repeat">;

/**
 * What a key asks of us: to undo, to redo, to write the number properly before the form is sent, or
 * to stop the browser from deleting the dial code while the key is held. Undefined for other keys.
 */
export function commandOf(
  event: Key,
  digits: string,
): "undo" | "redo" | "tidy" | "stop" | undefined {
  // A browser that fills the field in may send a keydown without a key.
  const key = (event.key as string | undefined)?.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
    return key === "y" || event.shiftKey ? "redo" : "undo";
  }
  if (key === "backspace" && event.repeat && digits !== "+" && isBlank(digits)) return "stop";
  return key === "enter" ? "tidy" : undefined;
}

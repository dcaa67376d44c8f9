import { digitsBehind } from "./caret";
import {
  dialCodeIn,
  dialCodeOf,
  exitCodeIn,
  guessCountry,
  nationalPart,
  type Country,
} from "./country";
import type { Guess } from "./guess";
import { canRead } from "./numbering";
import { plainText, significant } from "./phone-text";
import { readPhone } from "./reading";

/** What the field holds: a plus and digits (or nothing), and the country of the number. */
export interface Entry {
  digits: string;
  /** Undefined while the dial code is unknown. */
  country: Country | undefined;
  /** The candidate typed the plus, or an exit code: the number is international. */
  hasTypedPlus?: boolean;
}

/** What the browser did to the field's text. */
export interface Change {
  before: string;
  /** Where in `before` the selection began, or the caret was. */
  start: number;
  after: string;
  /** Where the caret is in `after`. */
  caret: number;
  /** On which side of the caret a deletion deletes; undefined for other edits. */
  deletes?: "backward" | "forward" | undefined;
  /** An input method wrote it, which may have written anew what stood in front of the caret. */
  isComposed?: boolean;
}

export interface Edited extends Entry {
  /** How many digits are at the right of the caret: the edit did not change those. */
  right: number;
  /** What the candidate is told about the text that was put in. */
  note?: Note | undefined;
}

/** A text of the phone field, and what is filled into it. */
export type Note =
  | { text: "phone.extension"; extension: string }
  | { text: "phone.no_number" }
  | ({ text: "phone.foreign" } & Guess);

/** The most digits of an international number (ITU-T E.164), for an unknown dial code. */
const UNKNOWN_MAX_DIGITS = 15;

/** The most digits that a national number has in libphonenumber's metadata. */
const NATIONAL_MAX_DIGITS = 17;

/** The beginning of a number: the plus and the dial code. */
export const prefixOf = (country: Country | undefined): string =>
  country ? `+${dialCodeOf(country)}` : "+";

/** Whether there is no national number yet: nothing behind the plus, or behind the dial code. */
export const isBlank = (digits: string): boolean =>
  nationalPart(digits) === "" && (digits.length < 2 || dialCodeIn(digits) !== undefined);

/**
 * What the field holds after an edit: a plus and digits. A whole number that is pasted is read in
 * whatever shape it has.
 *
 * @param home country of national numbers while the field has none
 */
export function edited(entry: Entry, change: Change, home: Country): Edited {
  const { before, after, caret, deletes, isComposed } = change;
  const { country = home, hasTypedPlus } = entry;
  const digits = significant(before);
  const inserted = insertedIn(change);
  let right = digitsBehind(after, caret);
  let left = significant(after);
  if (inserted !== "" && after === inserted + before) {
    // What is put in front of the dial code goes behind it.
    const at = 1 + (dialCodeIn(digits)?.length ?? 0);
    right = digits.slice(at).length;
    left = digits.slice(0, at) + significant(inserted) + digits.slice(at);
  }
  const kept = { ...entry, digits, right };

  if (inserted === "") {
    if (left === digits) {
      // Only a separator was deleted, so the digit next to it is deleted in its place.
      const at = digits.length - right - (deletes === "backward" ? 1 : 0);
      if (!deletes || at < 1 || at >= digits.length) return kept;
      left = digits.slice(0, at) + digits.slice(at + 1);
      if (deletes === "forward") right -= 1;
    }
    // A dial code that came with the field goes as a whole, and leaves no plus behind.
    const hasPlus = hasTypedPlus && left.startsWith("+");
    if (!hasPlus && (left === "+" || isBlank(digits))) return { digits: "", country, right: 0 };
  } else {
    const rest = significant(after.slice(0, caret - inserted.length) + after.slice(caret));
    const isWhole = isBlank(rest);
    // A keyboard's suggestion for a number: what is new of it may look like another one.
    const isCompleted = isComposed && readPhone(after, country) !== undefined;
    if (inserted.length > 1 && (isWhole || (!isCompleted && isNumber(inserted, country)))) {
      const plus = hasTypedPlus && rest === "+" ? rest : "";
      const whole = readWhole(plus + inserted, entry.country, home);
      return whole.digits === "" ? { ...kept, ...whole, digits } : { ...whole, right: 0 };
    }
    if (isWhole && right === 0 && significant(inserted) === "+") {
      return { digits: "+", country: undefined, right, hasTypedPlus: true };
    }
    if (digitsBehind(inserted, 0) === 0) return kept;
  }

  const isInternational = left.startsWith("+");
  // If a part of the dial code is left, the candidate is changing the dial code.
  const isDialCodeLeft = right > nationalPart(digits).length;
  return {
    ...(hasTypedPlus && isInternational && { hasTypedPlus }),
    ...complete(isDialCodeLeft && !isInternational ? `+${left}` : left, country),
    right,
  };
}

/** Reads a text as a whole number; it replaces what the field held. */
export function readWhole(
  text: string,
  country: Country | undefined,
  home: Country,
): Entry & { note?: Note | undefined } {
  const reading =
    readPhone(text, country ?? home) ??
    // While the country's plan is on its way, nobody can say that it is no number there.
    (canRead(prefixOf(country)) ? readPhone(text, home) : undefined);
  if (reading) {
    const { number, extension } = reading;
    return {
      digits: number,
      country: reading.country,
      note: extension === undefined ? undefined : { text: "phone.extension", extension },
    };
  }
  const digits = significant(text);
  if (digits === "") {
    return { digits, country, note: text.trim() === "" ? undefined : { text: "phone.no_number" } };
  }
  const hasTypedPlus = digits.startsWith("+") && { hasTypedPlus: true };
  return { ...complete(digits, country ?? home), ...hasTypedPlus };
}

/** Reads the text of a plain field, when scripts take it over. */
export function startOf(text: string, home: Country): Entry {
  const { note: _, ...entry } = readWhole(text, undefined, home);
  return { ...entry, country: entry.country ?? home };
}

/** The same national number behind the dial code of another country. */
export function moved(digits: string, country: Country): Entry {
  // An unknown dial code followed by more digits: they were meant as a national number.
  const isNational = dialCodeIn(digits) === undefined && digits.length > "+000".length;
  const national = isNational ? digits.slice(1) : nationalPart(digits);
  return { digits: prefixOf(country) + national, country };
}

/**
 * An international number of some digits: the country's dial code is added if there is none, an exit
 * code such as 00 becomes the plus, and digits beyond the most that there can be are cut off.
 */
export function complete(digits: string, country: Country | undefined): Entry {
  let whole = digits.startsWith("+") ? digits : prefixOf(country) + digits;
  const exitCode = country && exitCodeIn(nationalPart(whole), country);
  if (exitCode) whole = `+${nationalPart(whole).slice(exitCode.length)}`;
  const dialCode = dialCodeIn(whole);
  const most = dialCode ? dialCode.length + NATIONAL_MAX_DIGITS : UNKNOWN_MAX_DIGITS;
  whole = whole.slice(0, 1 + most);
  return {
    digits: whole,
    country: guessCountry(whole, country),
    ...(exitCode && { hasTypedPlus: true }),
  };
}

/** The text that an edit inserted: what is left of the caret and was not there before. */
function insertedIn({ before, start, after, caret }: Change): string {
  const isStartKept = before.slice(0, start) === after.slice(0, start) && start <= caret;
  if (isStartKept) return after.slice(start, caret);
  // An input method may rewrite text in front of the selection, too.
  const kept = before.length - (after.length - caret);
  let same = 0;
  while (same < caret && same < kept && before[same] === after[same]) same += 1;
  return after.slice(same, caret);
}

/** Whether a text that is pasted into a number is itself a whole number. */
const isNumber = (text: string, country: Country) =>
  /^\s*tel:/i.test(text) || /^ ?\+/.test(plainText(text)) || readPhone(text, country) !== undefined;

import { digitsBehind } from "./caret";
import {
  dialCodeIn,
  dialCodeOf,
  exitCodeIn,
  guessCountry,
  nationalPart,
  type Country,
} from "./country";
import { readPhone } from "./reading";
import { significant } from "./phone-text";

/** What the field holds: plus and digits (none while it is empty), and the country they are of. */
export interface Entry {
  digits: string;
  /** Undefined while the dial code is unknown. */
  country: Country | undefined;
}

/** What the browser did to the field's text. */
export interface Change {
  before: string;
  /** Where in it the selection began, or the caret was. */
  start: number;
  after: string;
  /** Where the caret is in `after`. */
  caret: number;
  /** What was to be deleted, on which side of the caret. */
  deletes?: "backward" | "forward" | undefined;
}

export interface Edited extends Entry {
  /** How many digits stand at the right of the caret: they are the ones that an edit left alone. */
  right: number;
  /** Something to be said of what was put in. */
  note?: Note;
}

export type Note = { type: "extension-left-out"; extension: string } | { type: "no-number" };

/** The most digits of an international number (ITU-T E.164), for a dial code that nobody knows. */
const UNKNOWN_MAX_DIGITS = 15;

/** The most digits that a national number has in libphonenumber's metadata. */
const NATIONAL_MAX_DIGITS = 17;

/** What a field without a number begins with: the plus and the dial code. */
export const prefixOf = (country: Country | undefined): string =>
  country ? `+${dialCodeOf(country)}` : "+";

/** Whether digits are no number yet: nothing behind the plus, or nothing behind the dial code. */
export const isBlank = (digits: string): boolean =>
  nationalPart(digits) === "" && (digits.length < 2 || dialCodeIn(digits) !== undefined);

/**
 * What the field holds after an edit: only digits, behind a plus; a whole number that is put in is
 * read as one, whatever its shape.
 *
 * @param home country of national numbers while the field has none
 */
export function edited({ country }: Entry, change: Change, home: Country): Edited {
  const { before, after, caret, deletes } = change;
  const right = digitsBehind(after, caret);
  const inserted = insertedIn(change);
  const kept = { digits: significant(before), country, right };

  if (inserted === "") {
    if (significant(after) !== kept.digits) return { ...settled(change, country), right };
    return deletes === undefined ? kept : deletedAcrossGap(kept, deletes);
  }
  const rest = significant(after.slice(0, caret - inserted.length) + after.slice(caret));
  const isWhole = isBlank(rest);
  if (inserted.length > 1 && (isWhole || isNumber(inserted, country ?? home))) {
    const whole = readWhole(inserted, country, home);
    return whole.digits === ""
      ? { ...kept, ...whole, digits: kept.digits }
      : { ...whole, right: 0 };
  }
  if (isWhole && right === 0 && significant(inserted) === "+") {
    return { digits: "+", country: undefined, right };
  }
  return digitsBehind(inserted, 0) === 0 ? kept : { ...settled(change, country), right };
}

/** Reads a text as the whole of what the field is to hold. */
export function readWhole(
  text: string,
  country: Country | undefined,
  home: Country,
): Entry & { note?: Note } {
  const reading = readPhone(text, country ?? home) ?? readPhone(text, home);
  if (reading) {
    const { number, extension } = reading;
    return {
      digits: number,
      country: reading.country,
      ...(extension === undefined ? {} : { note: { type: "extension-left-out", extension } }),
    };
  }
  const digits = significant(text);
  if (digits === "") {
    return { digits, country, ...(text.trim() === "" ? {} : { note: { type: "no-number" } }) };
  }
  return complete(digits, country ?? home);
}

/** What a field that was plain until now holds. */
export function startOf(text: string, home: Country): Entry {
  const { digits, country } = readWhole(text, undefined, home);
  return { digits, country: country ?? home };
}

/** What a field holds when another country is chosen: the national number behind its dial code. */
export function moved(digits: string, country: Country): Entry {
  // More digits than a dial code has, and it is nobody's: they were meant as a national number.
  const isNational = dialCodeIn(digits) === undefined && digits.length > "+000".length;
  const national = isNational ? digits.slice(1) : nationalPart(digits);
  return { digits: prefixOf(country) + national, country };
}

/** Only what stands between digits was deleted: meant was the digit behind it. */
function deletedAcrossGap({ digits, country, right }: Edited, deletes: "backward" | "forward") {
  const at = digits.length - right - (deletes === "backward" ? 1 : 0);
  const isDigit = at > 0 && at < digits.length;
  const left = isDigit ? digits.slice(0, at) + digits.slice(at + 1) : digits;
  return {
    ...complete(left, country),
    right: isDigit && deletes === "forward" ? right - 1 : right,
  };
}

/** The number of a text that was edited, behind a plus also where that was deleted. */
function settled({ before, after, caret }: Change, country: Country | undefined): Entry {
  const digits = significant(after);
  // With a part of the dial code left, it is the dial code that is being changed.
  const isDialCodeLeft = digitsBehind(after, caret) > nationalPart(significant(before)).length;
  return complete(isDialCodeLeft && !digits.startsWith("+") ? `+${digits}` : digits, country);
}

/**
 * What a field with these digits holds: with the country's dial code where there is none, an exit
 * code taken for the plus that it is dialled for, no more digits than there can be.
 */
export function complete(digits: string, country: Country | undefined): Entry {
  let whole = digits.startsWith("+") ? digits : prefixOf(country) + digits;
  const exitCode = country && exitCodeIn(nationalPart(whole), country);
  if (exitCode) whole = `+${nationalPart(whole).slice(exitCode.length)}`;
  const dialCode = dialCodeIn(whole);
  const most = dialCode ? dialCode.length + NATIONAL_MAX_DIGITS : UNKNOWN_MAX_DIGITS;
  whole = whole.slice(0, 1 + most);
  return { digits: whole, country: guessCountry(whole, country) };
}

/** What took the place of something: the part left of the caret that was not there. */
function insertedIn({ before, start, after, caret }: Change): string {
  const isStartKept = before.slice(0, start) === after.slice(0, start) && start <= caret;
  if (isStartKept) return after.slice(start, caret);
  // A keyboard that composes goes back to what stands there, too.
  const kept = before.length - (after.length - caret);
  let same = 0;
  while (same < caret && same < kept && before[same] === after[same]) same += 1;
  return after.slice(same, caret);
}

/** Whether a text that is put into the middle of a number is a number of its own. */
const isNumber = (text: string, country: Country) =>
  /^\s*(?:tel:|[+＋])/i.test(text) || readPhone(text, country) !== undefined;

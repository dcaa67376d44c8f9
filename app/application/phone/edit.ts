import { guessCountry } from "./country";
import { dialPrefix, findDialCode, hasPlansFor, nationalPart, type Country } from "./numbering";
import { readPhone } from "./parse-phone";
import { countDigitsAfter, normalizeText, phoneDigits } from "./phone-text";

export interface Entry {
  /** A plus and digits, or empty. */
  digits: string;
  /** While the dial code is unknown, the country of national numbers. */
  country: Country;
  /** A typed plus or 00 makes the number international. */
  hasTypedPlus?: boolean | undefined;
  /** Text to parse again once its numbering plan has loaded. */
  unread?: string;
  note?: { text: "phone.extension" | "phone.no_number"; extension?: string } | undefined;
}

/** The field's contents, and the number of digits after the caret (`right`). */
export type Step = Entry & { right: number };

/** An `input` event, and the field's text before and after it. */
export interface Edit {
  /** The event's `inputType` (W3C Input Events, level 2), or empty. */
  inputType: string;
  /** The selection's start, and the digits after its end (`right`). Undefined if unknown, as with autofill. */
  before: { text: string; start: number; right?: number } | undefined;
  after: string;
  caret: number;
}

/** Maximum length of an international number, used for unknown dial codes (ITU-T E.164). */
const UNKNOWN_MAX_DIGITS = 15;

/** Enough for the longest national number in libphonenumber's metadata, and for recognizing a second number. */
const NATIONAL_MAX_DIGITS = 20;

export const isBlank = (digits: string): boolean =>
  digits.length < 2 || digits === `+${findDialCode(digits)}`;

/** The country to show; undefined while the dial code is unknown. */
export const shownCountry = ({ digits, country }: Entry): Country | undefined =>
  digits === "" || digits.startsWith(dialPrefix(country)) ? country : undefined;

export function applyEdit(entry: Entry, edit: Edit): Step {
  const { digits, country, hasTypedPlus } = entry;
  const { inputType, before, after, caret } = edit;
  if (!before || /^(?:insertReplacementText|insertFromDrop)?$/.test(inputType)) {
    return readWhole(after, country);
  }
  const inserted = insertedText(before, edit);
  if (inserted === "") return applyDeletion(entry, edit);

  // Text typed in front of the number is moved after the dial code.
  const isInFront = after === inserted + before.text;
  const national = nationalPart(digits);
  const right = isInFront ? national.length : countDigitsAfter(after, caret);
  const rest = phoneDigits(after.slice(0, caret - inserted.length) + after.slice(caret));
  const isWhole = isBlank(rest);
  const isTypedPlus = isWhole && right === 0 && phoneDigits(inserted) === "+";
  const isLong = inserted.length > 1;
  if (isTypedPlus || (isLong && (isWhole || isWholeNumber(inserted, edit, country)))) {
    const plus = hasTypedPlus && rest === "+" ? rest : "";
    const whole = readWhole(plus + inserted, country);
    return whole.digits === "" ? { ...entry, note: whole.note, right } : whole;
  }
  if (countDigitsAfter(inserted, 0) === 0) return { ...entry, right };
  const prefix = digits.slice(0, digits.length - national.length);
  const left = isInFront ? prefix + phoneDigits(inserted) + national : phoneDigits(after);
  return completeNumber(entry, left, right);
}

/** Whether inserted text is a complete number, or begins with a plus or `tel:`. */
function isWholeNumber(inserted: string, { inputType, after }: Edit, country: Country): boolean {
  // The text that a suggestion adds can look like a complete number.
  if (inputType === "insertCompositionText" && readPhone(after, country)) return false;
  const isMarked = /^\s*tel:/i.test(inserted) || /^ ?\+/.test(normalizeText(inserted));
  return isMarked || readPhone(inserted, country) !== undefined;
}

function insertedText({ text, start }: { text: string; start: number }, { after, caret }: Edit) {
  // Input methods can also change text before the selection.
  const end = Math.min(start, caret, text.length - (after.length - caret));
  let same = 0;
  while (same < end && text[same] === after[same]) same += 1;
  return after.slice(same, caret);
}

function applyDeletion(entry: Entry, { inputType, after, caret }: Edit): Step {
  const { digits, country, hasTypedPlus } = entry;
  let right = countDigitsAfter(after, caret);
  let left = phoneDigits(after);
  if (left === digits) {
    // Only a separator was deleted, so delete the digit next to it.
    const isForward = inputType.endsWith("Forward");
    const index = digits.length - right - (isForward ? 0 : 1);
    const isDigit = index >= 1 && index < digits.length;
    if (!inputType.startsWith("delete") || !isDigit) return { ...entry, right };
    left = digits.slice(0, index) + digits.slice(index + 1);
    if (isForward) right -= 1;
  }
  // Delete the entire dial code, unless the candidate typed its plus.
  const isPlusTyped = hasTypedPlus && left.startsWith("+");
  if (!isPlusTyped && (left === "+" || isBlank(digits))) return { digits: "", country, right: 0 };
  return completeNumber(entry, left, right);
}

/** Reads text that replaces the field's contents. @param country country of national numbers */
export function readWhole(text: string, country: Country): Step {
  const reading = readPhone(text, country);
  if (reading) {
    const { number, ext: extension } = reading;
    const step = { digits: number, country: guessCountry(number, country), right: 0 };
    return extension ? { ...step, note: { text: "phone.extension", extension } } : step;
  }
  const digits = phoneDigits(text);
  if (digits === "") {
    const step = { digits, country, right: 0 };
    return text.trim() === "" ? step : { ...step, note: { text: "phone.no_number" } };
  }
  const step = completeNumber({ digits: "", country, hasTypedPlus: true }, digits, 0);
  return hasPlansFor(step.digits) ? step : { ...step, unread: text };
}

/** Reads a step again after a numbering plan has loaded. */
export const rereadStep = (step: Step): Step =>
  step.unread !== undefined && hasPlansFor(step.digits)
    ? readWhole(step.unread, step.country)
    : { ...step, country: guessCountry(step.digits, step.country) };

/** Returns the same national number with another country's dial code. */
export function changeCountry(digits: string, country: Country): Step {
  // Treat a long number with an unknown dial code as a national number.
  const isNational = findDialCode(digits) === undefined && digits.length > "+000".length;
  const national = isNational ? digits.slice(1) : nationalPart(digits);
  return { digits: dialPrefix(country) + national, country, right: 0 };
}

/** Adds the country's dial code if there is no plus, reads 00 as a plus, and cuts off excess digits. */
function completeNumber(entry: Entry, left: string, right: number): Step {
  const { country } = entry;
  // If part of the dial code is left, the candidate is changing the dial code.
  const prefix = right > nationalPart(entry.digits).length ? "+" : dialPrefix(country);
  const isInternational = left.startsWith("+");
  const whole = isInternational ? left : prefix + left;
  const has00 = nationalPart(whole).startsWith("00");
  const number = has00 ? `+${nationalPart(whole).slice(2)}` : whole;
  const dialCode = findDialCode(number);
  const max = dialCode ? dialCode.length + NATIONAL_MAX_DIGITS : UNKNOWN_MAX_DIGITS;
  const digits = number.slice(0, 1 + max);
  return {
    digits,
    country: guessCountry(digits, country),
    right,
    hasTypedPlus: has00 || (isInternational && entry.hasTypedPlus),
  };
}

import { guessCountry } from "./country";
import {
  hasPlansFor,
  findDialCode,
  countryDialCode,
  nationalPart,
  type Country,
} from "./numbering";
import { readPhone } from "./parse-phone";
import { countDigitsAfter, normalizeText, phoneDigits } from "./phone-text";

export interface Entry {
  /** A plus and digits, or empty. */
  digits: string;
  /** While the dial code is unknown, the country of national numbers. */
  country: Country;
  /** A typed plus or 00 makes the number international. */
  hasTypedPlus?: boolean;
  /** Text to read again once its numbering plan has loaded. */
  unread?: string;
  note?: Note | undefined;
}

/** The field's contents, and the number of digits after the caret (`right`). */
export type Step = Entry & { right: number };

type Note = { text: "phone.extension"; extension: string } | { text: "phone.no_number" };

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

/** Enough for the longest national number in libphonenumber's metadata, and to recognize a second number. */
const NATIONAL_MAX_DIGITS = 20;

export const dialPrefix = (country: Country): string => `+${countryDialCode(country)}`;

/** Whether a string is empty, only a plus, or only a plus and a known dial code. */
export const isBlank = (digits: string): boolean =>
  nationalPart(digits) === "" && (digits.length < 2 || findDialCode(digits) !== undefined);

/** The country to show; undefined while the dial code is unknown. */
export const shownCountry = ({ digits, country }: Entry): Country | undefined =>
  digits === "" || findDialCode(digits) === countryDialCode(country) ? country : undefined;

export function applyEdit(entry: Entry, edit: Edit): Step {
  const { inputType, before, after } = edit;
  if (!before || /^(?:insertReplacementText|insertFromDrop)?$/.test(inputType)) {
    return { ...readWhole(after, entry.country), right: 0 };
  }
  const inserted = insertedText(before, edit);
  return inserted === ""
    ? applyDeletion(entry, edit)
    : applyInsertion(entry, edit, before.text, inserted);
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
    const at = digits.length - right - (isForward ? 0 : 1);
    const isDigit = at >= 1 && at < digits.length;
    if (!inputType.startsWith("delete") || !isDigit) return { ...entry, right };
    left = digits.slice(0, at) + digits.slice(at + 1);
    if (isForward) right -= 1;
  }
  // Delete the entire dial code, unless the candidate typed its plus.
  const isPlusTyped = hasTypedPlus && left.startsWith("+");
  if (!isPlusTyped && (left === "+" || isBlank(digits))) return { digits: "", country, right: 0 };
  return completeEdit(entry, left, right);
}

function applyInsertion(
  entry: Entry,
  { inputType, after, caret }: Edit,
  before: string,
  inserted: string,
): Step {
  const { digits, country, hasTypedPlus } = entry;
  // Text typed in front of the number is moved after the dial code.
  const isInFront = after === inserted + before;
  const national = nationalPart(digits);
  const right = isInFront ? national.length : countDigitsAfter(after, caret);
  const rest = phoneDigits(after.slice(0, caret - inserted.length) + after.slice(caret));
  const isWhole = isBlank(rest);
  // The text that a suggestion adds can look like a complete number.
  const isSuggestion = () =>
    inputType === "insertCompositionText" && readPhone(after, country) !== undefined;
  if (inserted.length > 1 && (isWhole || (!isSuggestion() && isWholeNumber(inserted, country)))) {
    const plus = hasTypedPlus && rest === "+" ? rest : "";
    const whole = readWhole(plus + inserted, country);
    return whole.digits === "" ? { ...entry, note: whole.note, right } : { ...whole, right: 0 };
  }
  if (isWhole && right === 0 && phoneDigits(inserted) === "+") {
    return { digits: "+", country, right, hasTypedPlus: true };
  }
  if (countDigitsAfter(inserted, 0) === 0) return { ...entry, right };
  const prefix = digits.slice(0, digits.length - national.length);
  const left = isInFront ? prefix + phoneDigits(inserted) + national : phoneDigits(after);
  return completeEdit(entry, left, right);
}

function completeEdit({ digits, country, hasTypedPlus }: Entry, left: string, right: number): Step {
  const isInternational = left.startsWith("+");
  // If part of the dial code is left, the candidate is changing the dial code.
  const isDialCodeLeft = right > nationalPart(digits).length;
  return {
    ...(hasTypedPlus && isInternational && { hasTypedPlus }),
    ...completeNumber(isDialCodeLeft && !isInternational ? `+${left}` : left, country),
    right,
  };
}

/** Reads text that replaces the field's contents. @param country country of national numbers */
export function readWhole(text: string, country: Country): Entry {
  const reading = readPhone(text, country);
  if (reading) {
    const { number, ext: extension } = reading;
    return {
      digits: number,
      country: guessCountry(number, country),
      note: extension === undefined ? undefined : { text: "phone.extension", extension },
    };
  }
  const digits = phoneDigits(text);
  if (digits === "") {
    return { digits, country, note: text.trim() === "" ? undefined : { text: "phone.no_number" } };
  }
  const entry = {
    ...completeNumber(digits, country),
    ...(digits.startsWith("+") && { hasTypedPlus: true }),
  };
  return hasPlansFor(entry.digits) ? entry : { ...entry, unread: text };
}

/** Reads a step again after a numbering plan has loaded. */
export const rereadStep = (step: Step): Step =>
  step.unread !== undefined && hasPlansFor(step.digits)
    ? { ...readWhole(step.unread, step.country), right: 0 }
    : { ...step, country: guessCountry(step.digits, step.country) };

/** Returns the same national number with another country's dial code. */
export function changeCountry(digits: string, country: Country): Step {
  // Treat a long number with an unknown dial code as a national number.
  const isNational = findDialCode(digits) === undefined && digits.length > "+000".length;
  const national = isNational ? digits.slice(1) : nationalPart(digits);
  return { digits: dialPrefix(country) + national, country, right: 0 };
}

/** Adds the country's dial code if there is no plus, reads 00 as a plus, and cuts off excess digits. */
function completeNumber(digits: string, country: Country): Entry {
  let whole = digits.startsWith("+") ? digits : dialPrefix(country) + digits;
  const startsWith00 = nationalPart(whole).startsWith("00");
  if (startsWith00) whole = `+${nationalPart(whole).slice(2)}`;
  const dialCode = findDialCode(whole);
  const max = dialCode ? dialCode.length + NATIONAL_MAX_DIGITS : UNKNOWN_MAX_DIGITS;
  whole = whole.slice(0, 1 + max);
  return {
    digits: whole,
    country: guessCountry(whole, country),
    ...(startsWith00 && { hasTypedPlus: true }),
  };
}

/** Whether `text` is a complete number, or begins with a plus or `tel:`. */
const isWholeNumber = (text: string, country: Country) =>
  /^\s*tel:/i.test(text) ||
  /^ ?\+/.test(normalizeText(text)) ||
  readPhone(text, country) !== undefined;

import { countDigitsAfter } from "./caret";
import { guessCountry } from "./country";
import {
  hasPlansFor,
  countriesWithDialCode,
  findDialCode,
  countryDialCode,
  nationalPart,
  type Country,
} from "./numbering";
import { normalizeText, phoneDigits } from "./phone-text";
import { readPhone } from "./reading";

/** What the field holds. */
export interface Entry {
  /** A plus and digits, or nothing. */
  digits: string;
  /** The country of the number, and of national numbers while the dial code is unknown. */
  country: Country;
  /** The candidate typed the plus, or 00: the number is international. */
  hasTypedPlus?: boolean;
  /** A whole number that was put in before its plans had loaded: it is read again then. */
  unread?: string;
  /** What the candidate is told about the text that was put in. */
  note?: Note | undefined;
}

/** A state of the field: what it holds, and how many digits are behind the caret. */
export type Step = Entry & { right: number };

/** A text for the candidate, with the values that it names. */
type Note = { text: "phone.extension"; extension: string } | { text: "phone.no_number" };

/** What an `input` event says, and what it has left in the field. */
export interface Edit {
  /** The event's `inputType` (W3C Input Events, level 2); empty where the browser gives none. */
  inputType: string;
  /** The text, and where the selection began in it, when the browser announced the edit, if it did. */
  before: { text: string; start: number } | undefined;
  after: string;
  /** Where the caret is in `after`. */
  caret: number;
}

/** The most digits of an international number (ITU-T E.164), for an unknown dial code. */
const UNKNOWN_MAX_DIGITS = 15;

/** The most digits that a national number has in libphonenumber's metadata. */
const NATIONAL_MAX_DIGITS = 17;

/** The beginning of a country's numbers: the plus and the dial code. */
export const dialPrefix = (country: Country): string => `+${countryDialCode(country)}`;

/** Whether there is no national number yet: nothing behind the plus, or behind the dial code. */
export const isBlank = (digits: string): boolean =>
  nationalPart(digits) === "" && (digits.length < 2 || findDialCode(digits) !== undefined);

/** The country that the field names; undefined while the dial code is unknown. */
export const shownCountry = ({ digits, country }: Entry): Country | undefined =>
  digits === "" || countriesWithDialCode(findDialCode(digits)).includes(country)
    ? country
    : undefined;

/** Edits that leave a whole number, or do not tell where they inserted something. */
const WHOLE_TEXT_EDITS = ["", "insertReplacementText", "insertFromDrop"];

/** The field after an edit. */
export function applyEdit(entry: Entry, edit: Edit): Step {
  const { inputType, before, after, caret } = edit;
  // Browsers do not announce it when they fill the field in.
  if (!before || WHOLE_TEXT_EDITS.includes(inputType)) {
    return { ...readWhole(after, entry.country), right: 0 };
  }
  const inserted = insertedText(before, after, caret);
  return inserted === ""
    ? applyDeletion(entry, edit)
    : applyInsertion(entry, edit, before.text, inserted);
}

/** What an edit inserted: the text in front of the caret that was not there before. */
function insertedText(
  { text, start }: { text: string; start: number },
  after: string,
  caret: number,
) {
  const isStartKept = text.slice(0, start) === after.slice(0, start) && start <= caret;
  if (isStartKept) return after.slice(start, caret);
  // An input method may rewrite text in front of the selection, too.
  const kept = text.length - (after.length - caret);
  let same = 0;
  while (same < caret && same < kept && text[same] === after[same]) same += 1;
  return after.slice(same, caret);
}

function applyDeletion(entry: Entry, { inputType, after, caret }: Edit): Step {
  const { digits, country, hasTypedPlus } = entry;
  let right = countDigitsAfter(after, caret);
  let left = phoneDigits(after);
  if (left === digits) {
    // Only a separator was deleted: the digit next to it is deleted instead.
    const isForward = inputType.endsWith("Forward");
    const at = digits.length - right - (isForward ? 0 : 1);
    const isDigit = at >= 1 && at < digits.length;
    if (!inputType.startsWith("delete") || !isDigit) return { ...entry, right };
    left = digits.slice(0, at) + digits.slice(at + 1);
    if (isForward) right -= 1;
  }
  // A dial code that came with the field goes as a whole, and leaves no plus behind.
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
  // What is typed in front of the dial code goes behind it.
  const isInFront = after === inserted + before;
  const prefix = digits.slice(0, 1 + (findDialCode(digits)?.length ?? 0));
  const national = digits.slice(prefix.length);
  const right = isInFront ? national.length : countDigitsAfter(after, caret);
  const rest = phoneDigits(after.slice(0, caret - inserted.length) + after.slice(caret));
  const isWhole = isBlank(rest);
  if (inserted.length > 1) {
    // What a keyboard's suggestion adds to a number may look like another one.
    const isSuggestion =
      inputType === "insertCompositionText" && readPhone(after, country) !== undefined;
    if (isWhole || (!isSuggestion && isWholeNumber(inserted, country))) {
      const plus = hasTypedPlus && rest === "+" ? rest : "";
      const whole = readWhole(plus + inserted, country);
      return whole.digits === "" ? { ...entry, note: whole.note, right } : { ...whole, right: 0 };
    }
  }
  if (isWhole && right === 0 && phoneDigits(inserted) === "+") {
    return { digits: "+", country, right, hasTypedPlus: true };
  }
  if (countDigitsAfter(inserted, 0) === 0) return { ...entry, right };
  const left = isInFront ? prefix + phoneDigits(inserted) + national : phoneDigits(after);
  return completeEdit(entry, left, right);
}

/** The number that an edit left, with its dial code. */
function completeEdit({ digits, country, hasTypedPlus }: Entry, left: string, right: number): Step {
  const isInternational = left.startsWith("+");
  // If a part of the dial code is left, the candidate is changing the dial code.
  const isDialCodeLeft = right > nationalPart(digits).length;
  return {
    ...(hasTypedPlus && isInternational && { hasTypedPlus }),
    ...completeNumber(isDialCodeLeft && !isInternational ? `+${left}` : left, country),
    right,
  };
}

/** Reads a text as a whole number, which replaces what the field held. @param country of national numbers */
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

/** What a step holds once more plans have loaded. */
export function rereadStep(step: Step): Step {
  const { digits, country, unread } = step;
  return unread === undefined || !hasPlansFor(digits)
    ? { ...step, country: guessCountry(digits, country) }
    : { ...readWhole(unread, country), right: 0 };
}

/** The same national number behind the dial code of another country. */
export function changeCountry(digits: string, country: Country): Step {
  // An unknown dial code followed by more digits: they were meant as a national number.
  const isNational = findDialCode(digits) === undefined && digits.length > "+000".length;
  const national = isNational ? digits.slice(1) : nationalPart(digits);
  return { digits: dialPrefix(country) + national, country, right: 0 };
}

/**
 * An international number of some digits: the country's dial code is added if there is none, a 00 behind
 * it becomes the plus, and digits beyond the most that there can be are cut off.
 */
function completeNumber(digits: string, country: Country): Entry {
  let whole = digits.startsWith("+") ? digits : dialPrefix(country) + digits;
  const isAbroad = nationalPart(whole).startsWith("00");
  if (isAbroad) whole = `+${nationalPart(whole).slice(2)}`;
  const dialCode = findDialCode(whole);
  const most = dialCode ? dialCode.length + NATIONAL_MAX_DIGITS : UNKNOWN_MAX_DIGITS;
  whole = whole.slice(0, 1 + most);
  return {
    digits: whole,
    country: guessCountry(whole, country),
    ...(isAbroad && { hasTypedPlus: true }),
  };
}

/** Whether a text is a whole number of its own. */
const isWholeNumber = (text: string, country: Country) =>
  /^\s*tel:/i.test(text) ||
  /^ ?\+/.test(normalizeText(text)) ||
  readPhone(text, country) !== undefined;

import { normalizeTyped } from "~/contract/text";

/** A search for a person by a full phone number, its last digits or an email address. */
export interface PersonQuery {
  phone: string;
  /** The number's last digits, if the number has no country code. Otherwise empty. */
  phoneEnd: string;
  email: string;
}

/** `MAX_DIGITS` is the limit of E.164. */
const MIN_DIGITS = 6;
const MAX_DIGITS = 15;

/** Parses a search. Returns undefined if the text is neither a phone number nor an email address. */
export function parsePersonQuery(text: string): PersonQuery | undefined {
  const query = normalizeTyped(text).trim();
  if (/^[^\s@]+@[^\s@]+$/.test(query)) {
    return { phone: "", phoneEnd: "", email: query.toLowerCase() };
  }
  // The zero of +44 (0)7700 900123 is dialled only within the country.
  const outside = /^(?:\+|00)/.test(query) ? query.replace("(0)", "") : query;
  const dialled = outside.replace(/^tel:|[^\p{L}\d+]/giu, "");
  const [, plus = "", digits = ""] = /^(\+|00)?(\d+)$/.exec(dialled) ?? [];
  const bare = plus === "" ? digits.replace(/^0+/, "") : digits;
  if (bare.length < MIN_DIGITS || bare.length > MAX_DIGITS) return undefined;
  return { phone: `+${bare}`, phoneEnd: plus === "" ? bare : "", email: "" };
}

/** A search for a person by a whole phone number, its last digits or an email address. */
export interface PersonQuery {
  phone: string;
  /** The number's last digits if it has no country code; otherwise empty. */
  phoneEnd: string;
  email: string;
}

/** `MAX_DIGITS` is E.164's. */
const MIN_DIGITS = 6;
const MAX_DIGITS = 15;

/** Returns undefined if the text is neither a phone number nor an email address. */
export function parsePersonQuery(text: string): PersonQuery | undefined {
  const given = text.normalize("NFKC").trim();
  if (/^[^\s@]+@[^\s@]+$/.test(given)) {
    return { phone: "", phoneEnd: "", email: given.toLowerCase() };
  }
  // The zero of +44 (0)7700 900123 is for calls within the country.
  const outside = /^(?:\+|00)/.test(given) ? given.replace("(0)", "") : given;
  const dialled = outside.replace(/[\s()./\p{Pd}]/gu, "");
  const [, plus = "", digits = ""] = /^(\+|00)?(\d+)$/.exec(dialled) ?? [];
  const bare = plus === "" ? digits.replace(/^0+/, "") : digits;
  if (bare.length < MIN_DIGITS || bare.length > MAX_DIGITS) return undefined;
  return { phone: `+${bare}`, phoneEnd: plus === "" ? bare : "", email: "" };
}

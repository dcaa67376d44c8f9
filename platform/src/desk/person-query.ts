/** A person who is looked for: by a phone number, whole or from some digit on, or by an e-mail address. */
export interface PersonQuery {
  phone: string;
  /** The number's last digits, where it was given without its country; else empty. */
  phoneEnd: string;
  email: string;
}

/** The fewest digits of a number without its country, and the most of any (E.164). */
const MIN_DIGITS = 6;
const MAX_DIGITS = 15;

/** The person that a text means; undefined if it is neither a phone number nor an e-mail address. */
export function parsePersonQuery(text: string): PersonQuery | undefined {
  const given = text.normalize("NFKC").trim();
  if (/^[^\s@]+@[^\s@]+$/.test(given)) {
    return { phone: "", phoneEnd: "", email: given.toLowerCase() };
  }
  // Of +44 (0)7700 900123 the zero is for callers from within the country.
  const outside = /^(?:\+|00)/.test(given) ? given.replace("(0)", "") : given;
  const dialled = outside.replace(/[\s()./\p{Pd}]/gu, "");
  const [, plus = "", digits = ""] = /^(\+|00)?(\d+)$/.exec(dialled) ?? [];
  const bare = plus === "" ? digits.replace(/^0+/, "") : digits;
  if (bare.length < MIN_DIGITS || bare.length > MAX_DIGITS) return undefined;
  return { phone: `+${bare}`, phoneEnd: plus === "" ? bare : "", email: "" };
}

/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The number on a candidate's receipt, such as A7EB-22E4: the first 40 bits of the SHA-256 of the
 * application's id, which a platform gets as `Idempotency-Key`.
 */
export async function receiptNumber(applicationId: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(applicationId));
  return numberOf(new Uint8Array(digest));
}

/** The receipt number for the SHA-256 of an application's id. */
export function numberOf(sha256: Uint8Array): string {
  const bits = [...sha256.subarray(0, 5)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const places =
    bits.match(/.{5}/g)?.map((five) => ALPHABET.charAt(Number.parseInt(five, 2))) ?? [];
  return `${places.slice(0, 4).join("")}-${places.slice(4).join("")}`;
}

/**
 * Parses a receipt number, or its beginning, as typed: in any case, with or without the dash, with O for 0
 * and I or L for 1. Undefined if it is invalid.
 *
 * @returns as on the receipt, such as `A7EB-2`
 */
export function parseNumber(typed: string): string | undefined {
  const places = typed
    .trim()
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  const isNumber =
    /^.{1,8}$/.test(places) && [...places].every((place) => ALPHABET.includes(place));
  if (!isNumber) return undefined;
  return places.length <= 4 ? places : `${places.slice(0, 4)}-${places.slice(4)}`;
}

/** A shorter prefix could match another candidate. */
const PLACES_LEAST = 4;

/**
 * The items whose number starts with the typed text; undefined if that is invalid or too short.
 */
export function meantBy<T extends { number: string | null }>(
  all: readonly T[],
  typed: string,
): T[] | undefined {
  const begun = parseNumber(typed);
  if (begun === undefined || begun.replace("-", "").length < PLACES_LEAST) return undefined;
  return all.filter(({ number }) => number?.startsWith(begun));
}

/** The first 40 bits of the SHA-256 behind a receipt number, as hex; undefined if it is invalid. */
export function prefixOf(number: string): string | undefined {
  if (!/^[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}$/.test(number)) return undefined;
  const places = [...number.replace("-", "")].map((letter) => ALPHABET.indexOf(letter));
  const bits = places.map((five) => five.toString(2).padStart(5, "0")).join("");
  return bits
    .match(/.{4}/g)
    ?.map((four) => Number.parseInt(four, 2).toString(16))
    .join("");
}

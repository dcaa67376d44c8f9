import { normalizeTyped } from "./text";

/** Crockford's base 32, which omits I, L, O and U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Returns the number on a receipt, such as A7EB-22E4: the first 40 bits of the SHA-256 of the application's
 * id. Platforms receive the id as `Idempotency-Key`.
 */
export async function receiptNumber(applicationId: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(applicationId));
  return formatReceiptNumber(new Uint8Array(digest));
}

/** Returns the receipt number for the SHA-256 of an application's id. */
export function formatReceiptNumber(sha256: Uint8Array): string {
  const bits = [...sha256.subarray(0, 5)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const places =
    bits.match(/.{5}/g)?.map((five) => ALPHABET.charAt(Number.parseInt(five, 2))) ?? [];
  return `${places.slice(0, 4).join("")}-${places.slice(4).join("")}`;
}

/**
 * Parses a typed receipt number or the beginning of one. Accepts any case, a missing dash, O for 0, and I or
 * L for 1.
 *
 * @returns the number as on the receipt, such as `A7EB-2`; undefined if `typed` is invalid
 */
export function parseReceiptNumber(typed: string): string | undefined {
  const places = normalizeTyped(typed)
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  const isNumber =
    /^.{1,8}$/.test(places) && [...places].every((place) => ALPHABET.includes(place));
  if (!isNumber) return undefined;
  return places.length <= 4 ? places : `${places.slice(0, 4)}-${places.slice(4)}`;
}

/** Minimum length of a prefix, without the dash. */
const MIN_LENGTH = 4;

/** Finds the items whose number starts with `typed`. @returns undefined if `typed` is invalid or too short */
export function findByReceiptNumber<T extends { number: string | null }>(
  all: readonly T[],
  typed: string,
): T[] | undefined {
  const prefix = parseReceiptNumber(typed);
  if (prefix === undefined || prefix.replace("-", "").length < MIN_LENGTH) return undefined;
  return all.filter(({ number }) => number?.startsWith(prefix));
}

/** Converts a receipt number to hex: the first digits of the application id's SHA-256. Undefined if invalid. */
export function receiptHashPrefix(number: string): string | undefined {
  if (!/^[0-9A-HJKMNP-TV-Z]{4}-?[0-9A-HJKMNP-TV-Z]{4}$/.test(number)) return undefined;
  const places = [...number.replace("-", "")].map((letter) => ALPHABET.indexOf(letter));
  const bits = places.map((five) => five.toString(2).padStart(5, "0")).join("");
  return bits
    .match(/.{4}/g)
    ?.map((four) => Number.parseInt(four, 2).toString(16))
    .join("");
}

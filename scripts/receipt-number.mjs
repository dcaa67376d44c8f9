// The number on a candidate's receipt, such as A7EB-22E4, as the commands take it.
import { createHash } from "node:crypto";

/** Crockford's base 32: `app/application/model/receipt.ts` writes numbers by it. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The number of an application's receipt: the first 40 bits of the id's SHA-256.
 *
 * @param {string} applicationId the secret id, which a platform gets as `Idempotency-Key`
 */
export function receiptNumberOf(applicationId) {
  const digest = createHash("sha256").update(applicationId).digest();
  let bits = BigInt(`0x${digest.subarray(0, 5).toString("hex")}`);
  let text = "";
  for (let place = 0; place < 8; place += 1) {
    text = `${ALPHABET[Number(bits % 32n)]}${text}`;
    bits /= 32n;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/**
 * The beginning of a number, or all of it, as somebody wrote it down or heard it: in small letters,
 * without the dash, with O for 0 and I or L for 1. Undefined if it can't be one.
 *
 * @param {string} text
 * @returns {string | undefined} as on the receipt, such as `A7EB-2`
 */
export function numberIn(text) {
  const places = text
    .trim()
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  const isOne =
    places.length > 0 &&
    places.length <= 8 &&
    [...places].every((place) => ALPHABET.includes(place));
  if (!isOne) return undefined;
  return places.length <= 4 ? places : `${places.slice(0, 4)}-${places.slice(4)}`;
}

/** The fewest places of a number that name an application: fewer may be somebody else's. */
const FEWEST_PLACES = 4;

/**
 * Of some that have a number each, those that a text means: the one whose number it is, or all whose
 * numbers begin with it.
 *
 * @template {{ number: string | null }} T
 * @param {T[]} all @param {string} text
 * @returns {T[] | undefined} undefined if the text is no number, or too little of one
 */
export function meantBy(all, text) {
  const begun = numberIn(text);
  if (begun === undefined || begun.replace("-", "").length < FEWEST_PLACES) return undefined;
  return all.filter(({ number }) => number?.startsWith(begun));
}

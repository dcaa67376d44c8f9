// Slugs and ids: what addresses are made of.
import { createHash } from "node:crypto";

/** Letters that are no base letter with a mark on it. @type {Record<string, string>} */
const SPELT = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" };

/**
 * A name as a part of an address: `Café "La Ñ"` becomes `cafe-la-n`. It has at most 60 characters.
 *
 * @param {string} name
 * @returns {string} empty if the name has no letter or digit that an address could have
 */
export const slugOf = (name) =>
  name
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => SPELT[letter] ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");

/**
 * A uuid made of a text, always the same one (RFC 9562, version 8).
 *
 * @param {string} text
 */
export function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

export const isUuid = (/** @type {string} */ text) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

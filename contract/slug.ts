/** Letters that are no base letter with a mark on it. */
const SPELT = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" }),
);

const LONGEST = 80;

/**
 * A name as a part of an address: `Café "La Ñ"` is `cafe-la-n`.
 *
 * @param otherwise for a name without a letter or digit that an address could have
 */
export function slugOf(name: string, otherwise = "position"): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]/g, (letter) => SPELT.get(letter) ?? "-")
    .replace(/-+/g, "-")
    .slice(0, LONGEST)
    .replace(/^-|-$/g, "");
  return slug || otherwise;
}

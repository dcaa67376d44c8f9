/** Letters that Unicode does not decompose into a base letter and a mark. */
const SPELT = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" }),
);

const LONGEST = 80;

/**
 * Makes a URL slug of a name: `Café "La Ñ"` becomes `cafe-la-n`.
 *
 * @param otherwise for names without usable letters or digits
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

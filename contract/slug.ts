/** Letters that Unicode does not decompose into a base letter and a diacritic. */
export const TRANSLITERATIONS = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i" }),
);

const MAX_LENGTH = 80;

/** Converts a name to a URL slug. @param fallback slug for names without usable letters or digits */
export function slugify(name: string, fallback = "position"): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]/g, (letter) => TRANSLITERATIONS.get(letter) ?? "-")
    .replace(/-+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-|-$/g, "");
  return slug || fallback;
}

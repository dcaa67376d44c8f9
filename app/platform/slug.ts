/** The most characters of a slug. */
const LONGEST = 80;

/**
 * A name as a part of an address: lower-case ASCII letters, digits and single hyphens, never empty.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, "");
  return slug || "position";
}

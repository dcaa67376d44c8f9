import { fill } from "../i18n/fill";

/** How many jobs there are, in words. `language` is a BCP 47 tag. */
export function resultsText(
  count: number,
  { one, many }: { one: string; many: string },
  language: string,
): string {
  return count === 1 ? one : fill(many, { count: count.toLocaleString(language) });
}

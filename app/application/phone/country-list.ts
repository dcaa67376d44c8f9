import { folded } from "../../i18n/folded";
import type { Country } from "./country";

/** A country as the list shows it and searches for it (specification, section 3). */
export interface CountryEntry {
  code: Country;
  /** In the page's language. */
  name: string;
  englishName: string;
  /** Without its plus. */
  dialCode: string;
}

/**
 * Every country with telephone numbers, sorted by name.
 *
 * @param dialCodes by country @param language a BCP 47 tag
 */
export function countryEntries(
  dialCodes: Partial<Record<string, string>>,
  language: string,
): CountryEntry[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const englishNames = new Intl.DisplayNames(["en"], { type: "region" });
  const byName = new Intl.Collator(language).compare;
  return Object.entries(dialCodes)
    .map(([code, dialCode = ""]) => ({
      code: code as Country,
      name: names.of(code) ?? code,
      englishName: englishNames.of(code) ?? code,
      dialCode,
    }))
    .sort((one, other) => byName(one.name, other.name));
}

/** The entries with some countries moved to the front, in their order. */
export function withFirst(entries: CountryEntry[], first: readonly Country[]): CountryEntry[] {
  const placeOf = ({ code }: CountryEntry) =>
    first.includes(code) ? first.indexOf(code) : first.length;
  return [...entries].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The countries that match a query by name, code or dial code, the best match first. */
export function searchCountries(entries: CountryEntry[], query: string): CountryEntry[] {
  const wanted = folded(query.trim());
  const digits = wanted.replace(/^(?:\+|00)/, "");
  if (wanted === "") return entries;
  const rank = ({ code, name, englishName, dialCode }: CountryEntry): number => {
    const names = [folded(name), folded(englishName)];
    const tests = [
      () => folded(code) === wanted || dialCode === digits,
      () => names[0]?.startsWith(wanted),
      () => names[1]?.startsWith(wanted),
      () => names.some((text) => text.split(/[^\p{L}]+/u).some((word) => word.startsWith(wanted))),
      () => /^\d+$/.test(digits) && dialCode.startsWith(digits),
      () => names.some((text) => text.includes(wanted)),
    ];
    const first = tests.findIndex((isMet) => isMet());
    return first === -1 ? Infinity : first;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((found) => found.rank < Infinity)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

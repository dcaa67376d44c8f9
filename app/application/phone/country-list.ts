import { normalizeTyped } from "../../../contract/text";
import { ALL_COUNTRIES, countryDialCode, isCountry, type Country } from "./numbering";

/** A country in the country list (specification, section 3). */
export interface CountryEntry {
  code: Country;
  /** Name in the page's language. */
  name: string;
  /** The folded names in the page's language and in English. */
  names: string[];
  /** Dial code without the plus. */
  dialCode: string;
}

/** Folds a country's name, which has less variety than a job. `foldText` would be in every page's scripts. */
const foldName = (name: string): string =>
  normalizeTyped(name)
    .normalize("NFD")
    .replace(/[\p{Dia}'’]/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\d+]+/gu, " ")
    .trim();

/**
 * Returns the countries that a candidate is likely to choose: the position's country, the countries in the tags of
 * the browser's languages, and the likeliest country for the page's language.
 *
 * @param languages BCP 47 tags, as in `navigator.languages`
 */
export function likelyCountries(
  position: Country,
  languages: readonly string[],
  pageLanguage: string,
): Country[] {
  const regions = [
    ...languages.map((tag) => parseLocale(tag)?.region),
    parseLocale(pageLanguage)?.maximize().region,
  ].filter((region): region is Country => region !== undefined && isCountry(region));
  return [...new Set([position, ...regions])];
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

/**
 * Returns all countries with telephone numbers. The countries in `first` precede the others, which are sorted by name.
 *
 * @param language a BCP 47 tag
 */
export function countryEntries(language: string, first: readonly Country[]): CountryEntry[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const englishNames = new Intl.DisplayNames(["en"], { type: "region" });
  const byName = new Intl.Collator(language).compare;
  const rank = ({ code }: CountryEntry) =>
    first.includes(code) ? first.indexOf(code) : first.length;
  return ALL_COUNTRIES.map((code) => {
    const name = names.of(code) ?? code;
    const folded = [foldName(name), foldName(englishNames.of(code) ?? code)];
    return { code, name, names: folded, dialCode: countryDialCode(code) };
  }).sort((one, other) => rank(one) - rank(other) || byName(one.name, other.name));
}

/**
 * Returns the countries that match a query by name, code or dial code, best match first. Returns all countries for an
 * empty query.
 */
export function searchCountries(entries: CountryEntry[], query: string): CountryEntry[] {
  const text = foldName(query);
  const digits = text.replace(/^(?:\+|00)/, "");
  if (text === "") return entries;
  const rank = ({ code, names, dialCode }: CountryEntry): number => {
    const tests = [
      () => code.toLowerCase() === text || dialCode === digits,
      () => names[0]?.startsWith(text),
      () => names[1]?.startsWith(text),
      () => names.some((one) => one.split(/[^\p{L}]+/u).some((word) => word.startsWith(text))),
      () => /^\d+$/.test(digits) && dialCode.startsWith(digits),
      () => names.some((one) => one.includes(text)),
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

import { normalizeTyped } from "~/contract/text";
import { likelyRegions } from "~/app/i18n/regions";
import { ALL_COUNTRIES, countryDialCode, isCountry, type Country } from "./numbering";

/**
 * A country in the list (specification, section 3). `numbering.ts` has the rest: a country's priority is its place
 * in `countriesWithDialCode`, and the numbering plans contain its masks and area codes.
 */
export interface CountryEntry {
  code: Country;
  /** Name in the page's language. */
  name: string;
  /** The folded names in the page's language and in English. */
  names: [string, string];
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

/** Returns the position's country, and those that the browser's languages and the page's language suggest. */
export const likelyCountries = (
  position: Country,
  languages: readonly string[],
  pageLanguage: string,
): Country[] => [
  ...new Set([position, ...likelyRegions(languages, pageLanguage).filter(isCountry)]),
];

/** Returns all countries with telephone numbers: those in `first`, then the others by their name in a language. */
export function countryEntries(language: string, first: readonly Country[]): CountryEntry[] {
  const [names, englishNames] = [language, "en"].map(
    (tag) => new Intl.DisplayNames([tag], { type: "region" }),
  );
  const byName = new Intl.Collator(language).compare;
  const rank = ({ code }: CountryEntry) => first.indexOf(code) + 1 || Infinity;
  return ALL_COUNTRIES.map((code): CountryEntry => {
    const [name = code, english = code] = [names?.of(code), englishNames?.of(code)];
    const folded: CountryEntry["names"] = [foldName(name), foldName(english)];
    return { code, name, names: folded, dialCode: countryDialCode(code) };
  }).sort((one, other) => rank(one) - rank(other) || byName(one.name, other.name));
}

/**
 * Returns the countries that match a query by name, code or dial code, best match first. Returns all countries for an
 * empty query.
 */
export function searchCountries(entries: CountryEntry[], query: string): CountryEntry[] {
  const text = foldName(query);
  const [, digits] = /^(?:\+|00)?(\d+)$/.exec(text) ?? [];
  const ranks: ((entry: CountryEntry) => boolean)[] = [
    ({ code, dialCode }) => code.toLowerCase() === text || dialCode === digits,
    ({ names: [name] }) => name.startsWith(text),
    ({ names: [, english] }) => english.startsWith(text),
    ({ names }) => ` ${names.join(" ")}`.includes(` ${text}`),
    ({ dialCode }) => digits !== undefined && dialCode.startsWith(digits),
    ({ names }) => names.join("\n").includes(text),
  ];
  return text === "" ? entries : [...new Set(ranks.flatMap((rank) => entries.filter(rank)))];
}

/**
 * Returns the place of the country that typed keys select. As in a native select, a repeated letter selects the next
 * name that begins with it. A country code counts only if no name begins with it, or if its country's name does.
 *
 * @param active the selected place, also returned if no country matches
 */
export function findTyped(entries: CountryEntry[], typed: string, active: number): number {
  const text = foldName(typed);
  if (text === "") return active;
  const letter = text.charAt(0);
  const isRepeated = text === letter.repeat(text.length);
  const start = isRepeated ? letter : text;
  const named = entries.filter(({ names: [name] }) => name.startsWith(start));
  const next = named.find((entry) => entries.indexOf(entry) > active) ?? named[0];
  const [best] = searchCountries(named.length > 0 ? named : entries, typed);
  const found = (isRepeated ? next : undefined) ?? best;
  return found ? entries.indexOf(found) : active;
}

import { normalizeTyped } from "~/contract/text";
import { countryName } from "~/app/i18n/regions";
import { nameCountry, type NamedCountry } from "./country";
import { ALL_COUNTRIES } from "./numbering";

/**
 * A country in the list (specification, section 3). `numbering.ts` contains the rest: a country's priority is its place
 * in `countriesWithDialCode`, and the numbering plans contain its masks and area codes.
 */
export interface CountryEntry extends NamedCountry {
  /** The folded names in the page's language and in English. */
  names: [string, string];
}

/** Folds a country's name. These names need less than `foldText`, which would be in every page's scripts. */
const foldName = (name: string): string =>
  normalizeTyped(name)
    .normalize("NFD")
    .replace(/[\p{Dia}'’]/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\d+]+/gu, " ")
    .trim();

/** Returns all countries with telephone numbers: those in `first`, then the others by their name in a language. */
export function countryEntries(language: string, first: readonly string[]): CountryEntry[] {
  const byName = new Intl.Collator(language).compare;
  const rank = ({ code }: CountryEntry) => first.indexOf(code) + 1 || Infinity;
  return ALL_COUNTRIES.map((code): CountryEntry => {
    const named = nameCountry(code, language);
    return { ...named, names: [foldName(named.name), foldName(countryName(code, "en"))] };
  }).sort((one, other) => rank(one) - rank(other) || byName(one.name, other.name));
}

/** Returns the countries that match a query, best match first, or all countries for an empty query. */
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
 * Returns the place of the country that typed keys select, or `active`. As in a native select, a repeated
 * letter selects the next name that begins with it. A country code matches if no name begins with it, or its
 * country's name does.
 */
export function findTyped(entries: CountryEntry[], typed: string, active: number): number {
  const text = foldName(typed);
  if (text === "") return active;
  const start = text.replace(/^(.)\1+$/, "$1");
  const named = entries.filter(({ names: [name] }) => name.startsWith(start));
  const next = named.find((entry) => entries.indexOf(entry) > active) ?? named[0];
  const [best] = searchCountries(named.length > 0 ? named : entries, typed);
  const found = start.length === 1 ? (next ?? best) : best;
  return found ? entries.indexOf(found) : active;
}

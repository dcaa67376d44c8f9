import { languageTag, type Language } from "./language";

/** A place of work. `country` is ISO 3166-1 in capitals. */
interface Place {
  street?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
}

/** Countries that write the postal code after the city and region. */
const CODE_LAST = /^(AU|CA|GB|IE|IN|NZ|US)$/;

const names = new Map<Language, Intl.DisplayNames>();

/** Returns a country's name in the page's language. @param country ISO 3166-1, two capital letters */
export function countryText(country: string, language: Language): string {
  const cached = names.get(language);
  const format = cached ?? new Intl.DisplayNames(languageTag(language), { type: "region" });
  if (!cached) names.set(language, format);
  return format.of(country) ?? country;
}

/** Formats a place's address on one line, in its country's order. */
export function placeText(place: Place, language: Language): string {
  const { street, city, region, postalCode, country } = place;
  const town =
    country !== undefined && CODE_LAST.test(country)
      ? [city, [region, postalCode].filter(Boolean).join(" ")]
      : [[postalCode, city].filter(Boolean).join(" "), region === city ? undefined : region];
  return [street, ...town, country && countryText(country, language)].filter(Boolean).join(", ");
}

/**
 * Returns the countries from which a remote job can be done: the job's list, else its country. Ignores the
 * company's country, because the work might be elsewhere. Undefined if the countries are unknown or the job
 * is not remote.
 */
export function getRemoteCountries(
  { workplace, remoteCountries = [] }: { workplace?: string; remoteCountries?: string[] },
  ownCountry: string | undefined,
): string[] | undefined {
  if (workplace !== "remote") return undefined;
  const fallback = ownCountry === undefined ? undefined : [ownCountry];
  return remoteCountries.length > 0 ? remoteCountries : fallback;
}

/** Splits a position's location into places, which are separated by `;`. */
export const splitPlaces = (location = ""): string[] =>
  location
    .split(";")
    .map((name) => name.trim())
    .filter((name) => name !== "");

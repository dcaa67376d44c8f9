import { isCountry } from "../../contract/countries";
import { LANGUAGES } from "../../contract/languages";
import type { Place } from "../../contract/facts";
import { FACT_LIMITS } from "../../contract/limits";
import type { Job } from "./system-interface";

/** Country names that `Intl` lacks. */
const EXTRA_NAMES = {
  "czech republic": "CZ",
  "hong kong": "HK",
  "the netherlands": "NL",
  turkey: "TR",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  uk: "GB",
  "u.k.": "GB",
  us: "US",
  "u.s.": "US",
  usa: "US",
  "u.s.a.": "US",
  uae: "AE",
};

/** Country names in English or Spanish that are also names of towns or states elsewhere. */
const AMBIGUOUS = new Set([
  "armenia",
  "georgia",
  "granada",
  "guadalupe",
  "jersey",
  "montserrat",
  "san bartolomé",
  "san martín",
  "santa elena",
  "santa lucía",
]);

/** Country codes by lower-case name, in the site's languages. */
const codes = new Map<string, string>();

function findCountry(name: string): string | undefined {
  if (codes.size === 0) {
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const all = letters.flatMap((first) => letters.map((second) => first + second));
    const current = all.filter(isCountry);
    for (const language of LANGUAGES.toReversed()) {
      const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
      for (const code of current) {
        const found = names.of(code)?.toLowerCase();
        if (found !== undefined && !codes.has(found)) codes.set(found, code);
      }
    }
    for (const [extra, code] of Object.entries(EXTRA_NAMES)) codes.set(extra, code);
  }
  return codes.get(name.trim().toLowerCase());
}

/** Finds a country's code by the country's name, or by its code in any case. */
export function countryCode(name = ""): string | undefined {
  const code = name.toUpperCase();
  return findCountry(name) ?? (isCountry(code) ? code : undefined);
}

/** Longer texts, in characters, are not parsed: they do not name a place, and some take quadratic time. */
const MAX_TEXT_LENGTH = 500;

/** Maximum number of places that are parsed. The contract has room for as many countries, and for fewer places. */
export const MAX_PLACES = FACT_LIMITS.countries;

const splitParts = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Finds a country by name. Returns undefined for names that towns or states elsewhere share. */
const unambiguousCountry = (name: string) =>
  AMBIGUOUS.has(name.toLowerCase()) ? undefined : findCountry(name);

const SEPARATOR = /\s*;\s*|\s+(?:[|/]|or|o)\s+/i;
/** Words that join places, but also occur in names such as `Tyne and Wear`. */
const CONJUNCTION = /\s+(?:and|&|y)\s+/i;

/** Parses a list of two or more countries, such as `Spain, Portugal`. Returns undefined for other texts. */
function parseCountries(text: string): Place[] | undefined {
  const found = splitParts(text).map(unambiguousCountry);
  if (found.includes(undefined) || new Set(found).size < 2) return undefined;
  return found.flatMap((country) => (country === undefined ? [] : { country }));
}

/**
 * Parses a place, such as `Valencia, Spain` or `New York, NY, United States`.
 *
 * @returns undefined if the text has several places (`Madrid or Berlin, Germany`), or if it does not end with
 *   a country (`San Francisco, CA` is not in Canada)
 */
export function parsePlace(text: string): Place | undefined {
  if (text.length > MAX_TEXT_LENGTH || SEPARATOR.test(text)) return undefined;
  const parts = splitParts(text);
  const country = unambiguousCountry(parts.pop() ?? "");
  if (country === undefined || parts.length > 3) return undefined;
  const names = parts.flatMap((part) => part.split(CONJUNCTION));
  if (names.some((name) => (unambiguousCountry(name) ?? country) !== country)) return undefined;
  const [city, ...region] = parts;
  if (city !== undefined && CONJUNCTION.test(city)) return undefined;
  return {
    ...(city !== undefined && { city }),
    ...(region.length > 0 && { region: region.join(", ") }),
    country,
  };
}

const REMOTE = "(?:fully |100% )?remote";
const GAP = "\\s*[-–—:,|/(]\\s*";

/** Match a workplace before or after a place: `Hybrid - Berlin`, `Spain (Remote)`. */
const WORKPLACE_FIRST = new RegExp(
  `^(${REMOTE}|hybrid)(?:$|${GAP}|\\s+(?:in|within)\\s+|\\s+)(.*)$`,
  "i",
);
const WORKPLACE_LAST = new RegExp(`^(.*?)(?:${GAP}|\\s+)(${REMOTE}|hybrid)\\)?$`, "i");

/** Phrases that mention remote work but do not describe a remote job, such as `remote-friendly`. */
const NOT_REMOTE = new RegExp(
  "\\(?\\b(?:(?:no|not|non|partly|partially|temporarily|occasionally|semi)[-\\s]+(?:fully )?(?:remote|hybrid)|" +
    "(?:remote|hybrid)[-\\s]*(?:friendly|first|optional|eligible|possible|flexible))\\b\\)?",
  "gi",
);
const EDGE_PUNCTUATION = /^[\s\-–—:,|/(]+|[\s\-–—:,|/(]+$/g;

const WORKPLACE_ALONE = new RegExp(`^(?:${REMOTE}|hybrid)?$`, "i");

/**
 * Whether a job's location text can refer to a place. A text that names a place must name the same city, and
 * must not contradict the region or country. `Valencia, CA` is not Valencia in Spain.
 */
export function describesPlace(text: string, { city, region, country }: Place): boolean {
  if (text.length > MAX_TEXT_LENGTH) return false;
  if (WORKPLACE_ALONE.test(text.trim())) return true;
  if (city === undefined) return false;
  const same = (one: string, other = "") => one.toLowerCase() === other.toLowerCase();
  const fits = (part: string) =>
    same(part, city) ||
    (region ?? "").split(", ").some((one) => same(part, one)) ||
    findCountry(part) === country ||
    // Only the first letter of a state's code is compared.
    (country === "US" && /^[A-Z]{2}$/.test(part) && region?.startsWith(part.charAt(0)) === true);
  return text.split(/\s*[;|/()]\s*|\s+(?:or|and|[-–—])\s+/).some((one) => {
    const [first = "", ...parts] = one.replace(/^(?:remote|hybrid)\b[\s,:]*/i, "").split(/\s*,\s*/);
    return same(first.trim(), city) && parts.every((part) => fits(part.trim()));
  });
}

/** Parses all places in a text without a workplace. Returns undefined if one of them is unreadable. */
function parseAllPlaces(text: string): Place[] | undefined {
  if (text.trim() === "") return [];
  const whole = parseCountries(text) ?? parsePlace(text);
  if (whole !== undefined) return [whole].flat();
  const names = text.split(SEPARATOR).flatMap((name) => name.split(CONJUNCTION));
  const read = names.map((name) => parseCountries(name) ?? parsePlace(name));
  return read.includes(undefined) ? undefined : read.flatMap((place) => place ?? []);
}

/** A conjunction at the start or end of a text after the workplace was removed, as in `or Berlin`. */
const DANGLING_CONJUNCTION = /^(?:or|and|o|y)(?:\s+|$)|(?:^|\s+)(?:or|and|o|y)$/i;

/**
 * Parses the workplace and the places in a text. `Remote or Berlin` has no workplace. If one place is
 * unreadable, as in `Madrid; Berlin, Germany`, no places are returned, because the list would be incomplete.
 */
export function parsePlaces(text: string): { workplace: Job["workplace"]; places: Place[] } {
  if (text.length > MAX_TEXT_LENGTH) return { workplace: undefined, places: [] };
  const read = text.split(/\s*;\s*|\s+[|/]\s+/).map((written) => {
    const cleaned = written.replace(NOT_REMOTE, "");
    const part = cleaned === written ? written : cleaned.replace(EDGE_PUNCTUATION, "");
    const [, first, after] = WORKPLACE_FIRST.exec(part) ?? [];
    const [, before, last] = first === undefined ? (WORKPLACE_LAST.exec(part) ?? []) : [];
    const work = first ?? last;
    const rest = (after ?? before ?? part).replace(/\)$/, "");
    const workplace: "" | "hybrid" | "remote" =
      work === undefined || DANGLING_CONJUNCTION.test(rest)
        ? ""
        : /hybrid/i.test(work)
          ? "hybrid"
          : "remote";
    return { workplace, places: parseAllPlaces(rest.replace(DANGLING_CONJUNCTION, "")) };
  });
  const [one, ...others] = new Set(read.map(({ workplace }) => workplace));
  return {
    workplace: one === "" || others.length > 0 ? undefined : one,
    places: read.every(({ places }) => places) ? read.flatMap(({ places }) => places ?? []) : [],
  };
}

/**
 * Parses the workplace and the places in a system's place names.
 *
 * @param countryOf returns a place's country, if known. `Lebanon` can be a town in the US.
 */
export function parsePlaceNames(
  names: readonly string[],
  countryOf: (name: string) => string | undefined,
): ReturnType<typeof parsePlaces> {
  const read = names.slice(0, MAX_PLACES).map((name) => {
    const { workplace, places } = parsePlaces(name);
    const country = countryCode(countryOf(name));
    const known = country === undefined ? {} : { country };
    const isTown =
      name.length <= MAX_TEXT_LENGTH &&
      workplace === undefined &&
      !/\b(?:remote|hybrid)\b/i.test(name) &&
      !SEPARATOR.test(name) &&
      !CONJUNCTION.test(name);
    const own = isTown ? { city: name, ...known } : known;
    const isElsewhere =
      country !== undefined &&
      places.every((place) => place.city === undefined && place.country !== country);
    return { workplace, places: isElsewhere || places.length === 0 ? [own] : places };
  });
  const [one, ...others] = new Set(read.map(({ workplace }) => workplace));
  return {
    workplace: others.length > 0 ? undefined : one,
    places: read.flatMap(({ places }) => places),
  };
}

/** Returns the contract's facts about the workplace: countries for a remote job, places for others. */
export function placeFacts(
  workplace: Job["workplace"],
  listed: readonly Place[],
): Pick<Job, "workplace" | "places" | "remote_countries" | "country"> {
  const placeKey = ({ city, region, country }: Place) => `${city}|${region}|${country}`;
  const each = new Map(listed.slice(0, MAX_PLACES).map((place) => [placeKey(place), place]));
  const known = [...each.values()];
  const named = known.filter(
    (place) =>
      Object.keys(place).length > 0 &&
      // Leave out a town without a region if the list has the town with its region.
      !(
        place.city !== undefined &&
        place.region === undefined &&
        known.some(
          ({ city, region, country }) =>
            city === place.city && country === place.country && region !== undefined,
        )
      ),
  );
  const places = named.filter(
    (place) =>
      place.city !== undefined ||
      place.region !== undefined ||
      // Leave out a country if the list has a town in that country.
      !named.some((other) => other.country === place.country && other.city !== undefined),
  );
  const countries = [...new Set(places.flatMap(({ country }) => country ?? []))];
  const isRemote = workplace === "remote";
  return {
    workplace,
    ...(isRemote && countries.length > 0 && { remote_countries: countries }),
    ...(!isRemote && places.length > 0 && { places }),
    ...(countries.length === 1 && { country: countries[0] }),
  };
}

/** Joins places into one line, without duplicates. */
export function joinLocations(names: readonly (string | undefined)[]): string | undefined {
  const distinct = [...new Set(names.filter((name) => name !== undefined && name !== ""))];
  return distinct.length > 0 ? distinct.join("; ") : undefined;
}

import { isCountry } from "../../contract/countries";
import { LANGUAGES } from "../../contract/languages";
import type { Place } from "../../contract/facts";
import type { Job } from "./system-interface";

/** Names that `Intl` lacks. */
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

/** Names of countries, in English or Spanish, that are also towns or states elsewhere. */
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

/** Country codes by lower-case names in all languages. */
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

/** The ISO 3166-1 code for a country's code or name. */
export function countryCode(name = ""): string | undefined {
  const code = name.toUpperCase();
  return findCountry(name) ?? (isCountry(code) ? code : undefined);
}

const splitParts = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The country with this name, unless another place has it too. */
const unambiguousCountry = (name: string) =>
  AMBIGUOUS.has(name.toLowerCase()) ? undefined : findCountry(name);

/** Separators of places. */
const SEPARATOR = /\s*;\s*|\s+(?:[|/]|or|o)\s+/i;
/** Words that join places, but also occur in names: `Tyne and Wear`. */
const CONJUNCTION = /\s+(?:and|&|y)\s+/i;

/** Parses a list of countries, such as `Spain, Portugal`. */
function parseCountries(text: string): Place[] | undefined {
  const found = splitParts(text).map(unambiguousCountry);
  if (found.includes(undefined) || new Set(found).size < 2) return undefined;
  return found.flatMap((country) => (country === undefined ? [] : { country }));
}

/**
 * Parses a place, such as `Valencia, Spain` or `New York, NY, United States`.
 *
 * @returns undefined if the text does not end with a country (`San Francisco, CA` is not in Canada) or has
 *   several places (`Berlin, Germany, Paris, France`, or `Madrid or Berlin, Germany`)
 */
export function parsePlace(text: string): Place | undefined {
  if (SEPARATOR.test(text)) return undefined;
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

/** Remote work in a place's text: `Remote - Spain`, `Spain (Remote)`, `Hybrid - Berlin`. */
const WORKPLACE_FIRST = new RegExp(
  `^(${REMOTE}|hybrid)(?:$|${GAP}|\\s+(?:in|within)\\s+|\\s+)(.*)$`,
  "i",
);
const WORKPLACE_LAST = new RegExp(`^(.*?)(?:${GAP}|\\s+)(${REMOTE}|hybrid)\\)?$`, "i");

/** Phrases that mention remote work without promising it. */
const NOT_REMOTE = new RegExp(
  "\\(?\\b(?:(?:no|not|non|partly|partially|temporarily|occasionally|semi)[-\\s]+(?:fully )?(?:remote|hybrid)|" +
    "(?:remote|hybrid)[-\\s]*(?:friendly|first|optional|eligible|possible|flexible))\\b\\)?",
  "gi",
);
const EDGE_PUNCTUATION = /^[\s\-–—:,|/(]+|[\s\-–—:,|/(]+$/g;

const WORKPLACE_ALONE = new RegExp(`^(?:${REMOTE}|hybrid)?$`, "i");

/**
 * Whether a job's location text may refer to a place: it names no place, or it names the place's city and
 * does not contradict the rest. `Valencia, CA` is not Valencia in Spain.
 */
export function describesPlace(text: string, { city, region, country }: Place): boolean {
  if (WORKPLACE_ALONE.test(text.trim())) return true;
  if (city === undefined) return false;
  const same = (one: string, other = "") => one.toLowerCase() === other.toLowerCase();
  const fits = (part: string) =>
    same(part, city) ||
    (region ?? "").split(", ").some((one) => same(part, one)) ||
    findCountry(part) === country ||
    // A state's two-letter code.
    (country === "US" && /^[A-Z]{2}$/.test(part) && region?.startsWith(part.charAt(0)) === true);
  return text.split(/\s*[;|/()]\s*|\s+(?:or|and|[-–—])\s+/).some((one) => {
    const [first = "", ...parts] = one.replace(/^(?:remote|hybrid)\b[\s,:]*/i, "").split(/\s*,\s*/);
    return same(first.trim(), city) && parts.every((part) => fits(part.trim()));
  });
}

/** Parses all places in a text that does not mention remote work; undefined if one is unreadable. */
function parseAllPlaces(text: string): Place[] | undefined {
  if (text.trim() === "") return [];
  const whole = parseCountries(text) ?? parsePlace(text);
  if (whole !== undefined) return [whole].flat();
  const names = text.split(SEPARATOR).flatMap((name) => name.split(CONJUNCTION));
  const read = names.map((name) => parseCountries(name) ?? parsePlace(name));
  return read.includes(undefined) ? undefined : read.flatMap((place) => place ?? []);
}

/** A conjunction between a place and remote work. */
const DANGLING_CONJUNCTION = /^(?:or|and|o|y)(?:\s+|$)|(?:^|\s+)(?:or|and|o|y)$/i;

/**
 * Parses the places in a text, and whether the work is remote or hybrid; `Remote or Berlin` is neither.
 * If one place is unreadable, returns no places: in `Madrid; Berlin, Germany`, Berlin is not the only place
 * and Madrid is not in Germany.
 */
export function parsePlaces(text: string): { workplace: Job["workplace"]; places: Place[] } {
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
 * Parses the place names of a system that gives no other details, and whether the work is remote or hybrid.
 *
 * @param countryOf the country of a named place, if known: `Lebanon` may be in the US
 */
export function parsePlaceNames(
  names: readonly string[],
  countryOf: (name: string) => string | undefined,
): ReturnType<typeof parsePlaces> {
  const read = names.map((name) => {
    const { workplace, places } = parsePlaces(name);
    const country = countryCode(countryOf(name));
    const known = country === undefined ? {} : { country };
    const isTown =
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

/** The contract's facts about where the work is done: countries for a remote job, places for others. */
export function placeFacts(
  workplace: Job["workplace"],
  given: readonly Place[],
): Pick<Job, "workplace" | "places" | "remote_countries" | "country"> {
  const placeKey = ({ city, region, country }: Place) => `${city}|${region}|${country}`;
  const each = new Map(given.map((place) => [placeKey(place), place]));
  const known = [...each.values()];
  const named = known.filter(
    (place) =>
      Object.keys(place).length > 0 &&
      // The same town with its region is in the list too.
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
      // Leave out a country if a place in it is in the list.
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

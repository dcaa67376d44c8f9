import { isCountry } from "~/contract/countries";
import { STANDARD_LANGUAGES } from "~/contract/languages";
import type { Place } from "~/contract/facts";
import { FACT_LIMITS } from "~/contract/limits";
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

/** Languages in which boards name countries, besides the site's. */
const MORE_LANGUAGES = ["de", "fr", "it", "nl", "pt"];

/** Country names that are also names of towns or states elsewhere. */
const AMBIGUOUS = new Set([
  "armenia",
  "georgia",
  "granada",
  "guadalupe",
  "jersey",
  "montserrat",
  "saint-martin",
  "salvador",
  "san bartolomé",
  "san martín",
  "santa elena",
  "santa lucia",
  "santa lucía",
  "santa lúcia",
]);

/** Areas with several countries. workerd's `Intl` has no names for them. */
const AREAS = new Set(
  (
    "africa, americas, apac, asia, asia pacific, benelux, central america, central europe, dach, eastern europe, emea, " +
    "eu, europe, european union, global, latam, latin america, mena, middle east, nordics, north america, " +
    "northern europe, scandinavia, south america, southeast asia, southern europe, the americas, western europe, " +
    "worldwide, américa latina, europa, hispanoamérica, iberoamérica, latinoamérica, norteamérica, sudamérica, " +
    "unión europea"
  ).split(", "),
);

/** Country codes by lower-case name, in several languages. */
const codes = new Map<string, string>();

function findCountry(name: string): string | undefined {
  if (codes.size === 0) {
    const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const all = letters.flatMap((first) => letters.map((second) => first + second));
    const current = all.filter(isCountry);
    for (const language of [...STANDARD_LANGUAGES.toReversed(), ...MORE_LANGUAGES]) {
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

/** Maximum length of parsed text, in characters. Longer text names no place, and can take quadratic time. */
const MAX_TEXT_LENGTH = 500;

/** Maximum number of places that are parsed. The contract allows as many countries, but fewer places. */
export const MAX_PLACES = FACT_LIMITS.countries;

const splitParts = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Finds a country by name. Returns undefined for names that towns or states elsewhere share. */
const unambiguousCountry = (name: string) =>
  AMBIGUOUS.has(name.toLowerCase()) ? undefined : findCountry(name);

const SEPARATOR = /\s*[;|]\s*|\s+(?:\/|or|o)\s+/i;
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

/** Words for a workplace in boards' place names, by the contract's value. */
const WORDS = {
  remote:
    "(?:fully |100% )?(?:remote|(?:en )?remot[oa]|home[- ]?based|home[- ]?office|" +
    "work(?:ing)? from home|wfh|telecommut(?:e|ing)|t[ée]l[ée]travail|teletrabajo|a distancia|" +
    "distributed|anywhere|worldwide)",
  hybrid: "h[yií]brid[oa]?",
  onsite: "on[- ]?site|in[- ]office|presencial",
};
const WORKPLACE = Object.values(WORDS).join("|");
const GAP = "\\s*[-–—:,|/(]\\s*";

/** Match a workplace before or after a place: `Hybrid - Berlin`, `Spain (Remote)`. */
const WORKPLACE_FIRST = new RegExp(
  `^(${WORKPLACE})(?:$|${GAP}|\\s+(?:in|within)\\s+|\\s+)(.*)$`,
  "i",
);
const WORKPLACE_LAST = new RegExp(`^(.*?)(?:${GAP}|\\s+)(${WORKPLACE})\\)?$`, "i");
const WORKPLACE_PREFIX = new RegExp(`^(?:${WORKPLACE})(?!\\p{L})[\\s,:]*`, "iu");
const WORKPLACE_ANYWHERE = new RegExp(`(?<!\\p{L})(?:${WORKPLACE})(?!\\p{L})`, "iu");

/** Whether text names an area with several countries, such as `Remote - North America`. */
export function isArea(text: string): boolean {
  if (text.length > MAX_TEXT_LENGTH) return false;
  const name = text
    .replace(WORKPLACE_ANYWHERE, "")
    .replace(/[\s\-–—:,|/()]+|\b(?:in|within|en)\b/gi, " ")
    .trim();
  return [name, text].some((area) => AREAS.has(area.toLowerCase().trim()));
}

/** Returns the workplace that the entire text names, such as `On-Site` or `Home based`. */
export const parseWorkplace = (text: string): Job["workplace"] =>
  (["remote", "hybrid", "onsite"] as const).find((workplace) =>
    new RegExp(`^(?:${WORDS[workplace]})$`, "i").test(text.trim()),
  );

/** Phrases that mention remote work but do not describe a remote job, such as `remote-friendly`. */
const NOT_REMOTE = new RegExp(
  `\\(?\\b(?:(?:no|not|non|partly|partially|temporarily|occasionally|semi)[-\\s]+(?:${WORKPLACE})|` +
    `(?:${WORKPLACE})[-\\s]*(?:friendly|first|optional|eligible|possible|flexible))\\b\\)?`,
  "gi",
);
const EDGE_PUNCTUATION = /^[\s\-–—:,|/(]+|[\s\-–—:,|/(]+$/g;

/**
 * Whether a job's location text can refer to a place. A text that names a place must name the same city, and
 * must not contradict the region or country. `Valencia, CA` is not Valencia in Spain.
 */
export function describesPlace(text: string, { city, region, country }: Place): boolean {
  if (text.length > MAX_TEXT_LENGTH) return false;
  if (text.trim() === "" || parseWorkplace(text) !== undefined) return true;
  if (city === undefined) return false;
  const same = (a: string, b = "") => a.toLowerCase() === b.toLowerCase();
  const fits = (part: string) =>
    same(part, city) ||
    (region ?? "").split(", ").some((name) => same(part, name)) ||
    findCountry(part) === country ||
    // Only the first letter of a state's code is compared.
    (country === "US" && /^[A-Z]{2}$/.test(part) && region?.startsWith(part.charAt(0)) === true);
  return text.split(/\s*[;|/()]\s*|\s+(?:or|and|[-–—])\s+/).some((place) => {
    const [first = "", ...parts] = place.replace(WORKPLACE_PREFIX, "").split(/\s*,\s*/);
    return same(first.trim(), city) && parts.every((part) => fits(part.trim()));
  });
}

/** Parses all places in text without a workplace. Returns undefined if one of them is unreadable. */
function parseAllPlaces(text: string): Place[] | undefined {
  if (text.trim() === "") return [];
  const whole = parseCountries(text) ?? parsePlace(text);
  if (whole !== undefined) return [whole].flat();
  const names = text.split(SEPARATOR).flatMap((name) => name.split(CONJUNCTION));
  const places = names.map((name) => parseCountries(name) ?? parsePlace(name));
  return places.includes(undefined) ? undefined : places.flatMap((place) => place ?? []);
}

/** A conjunction left at the start or end after the workplace is removed, as in `or Berlin`. */
const DANGLING_CONJUNCTION = /^(?:or|and|o|y)(?:\s+|$)|(?:^|\s+)(?:or|and|o|y)$/i;

/**
 * Parses the workplace and the places in text. `Remote or Berlin` has no workplace. If one place is
 * unreadable, as in `Madrid; Berlin, Germany`, no places are returned, because the list would be incomplete.
 */
export function parsePlaces(text: string): { workplace: Job["workplace"]; places: Place[] } {
  if (text.length > MAX_TEXT_LENGTH) return { workplace: undefined, places: [] };
  const parts = text.split(/\s*[;|]\s*|\s+\/\s+/).map((written) => {
    const cleaned = written.replace(NOT_REMOTE, "");
    const part = cleaned === written ? written : cleaned.replace(EDGE_PUNCTUATION, "");
    const [, first, after] = WORKPLACE_FIRST.exec(part) ?? [];
    const [, before, last] = first === undefined ? (WORKPLACE_LAST.exec(part) ?? []) : [];
    const work = first ?? last;
    const rest = (after ?? before ?? part).replace(/\)$/, "");
    const named = DANGLING_CONJUNCTION.test(rest) ? undefined : parseWorkplace(work ?? "");
    // `Remote/Hybrid` names no single workplace.
    const workplace = [named, undefined].includes(parseWorkplace(rest)) ? named : undefined;
    return { workplace, places: parseAllPlaces(rest.replace(DANGLING_CONJUNCTION, "")) };
  });
  const [workplace, ...others] = new Set(parts.map(({ workplace }) => workplace));
  return {
    workplace: others.length > 0 ? undefined : workplace,
    places: parts.every(({ places }) => places) ? parts.flatMap(({ places }) => places ?? []) : [],
  };
}

/**
 * Parses a town with its region, such as `San Francisco, CA` or `Bengaluru, Karnataka, India`.
 *
 * @param country the town's country, if known
 */
function parseTown(name: string, country: string | undefined): Place {
  const parts = splitParts(name.replace(/\s*\([^()]*\)$/, ""));
  if (parts.length > 1 && country !== undefined && countryCode(parts.at(-1)) === country)
    parts.pop();
  const [city = name, ...region] = parts;
  // Other texts, such as `Our office, Main Street 1, Valencia`, are not a town and its region.
  if (parts.length > 3 || parts.some((part) => /\d/.test(part))) return { city: name };
  return { city, ...(region.length > 0 && { region: region.join(", ") }) };
}

/**
 * Parses the workplace and the places in a system's place names.
 *
 * @param getCountry returns a place's country, if known. `Lebanon` can be a town in the US.
 */
export function parsePlaceNames(
  names: readonly string[],
  getCountry: (name: string) => string | undefined,
): ReturnType<typeof parsePlaces> {
  const parsed = names.slice(0, MAX_PLACES).map((name) => {
    const { workplace, places } = parsePlaces(name);
    const country = countryCode(getCountry(name));
    const known = country === undefined ? {} : { country };
    const isTown =
      name.length <= MAX_TEXT_LENGTH &&
      workplace === undefined &&
      !isArea(name) &&
      !WORKPLACE_ANYWHERE.test(name) &&
      !SEPARATOR.test(name) &&
      !CONJUNCTION.test(name);
    const town = isTown ? { ...parseTown(name, country), ...known } : known;
    const isElsewhere =
      country !== undefined &&
      places.every((place) => place.city === undefined && place.country !== country);
    return { workplace, places: isElsewhere || places.length === 0 ? [town] : places };
  });
  const [workplace, ...others] = new Set(parsed.map(({ workplace }) => workplace));
  return {
    workplace: others.length > 0 ? undefined : workplace,
    places: parsed.flatMap(({ places }) => places),
  };
}

/** Returns the contract's facts about the workplace: countries for a remote job, places for others. */
export function placeFacts(
  workplace: Job["workplace"],
  listed: readonly Place[],
): Pick<Job, "workplace" | "places" | "remote_countries" | "country"> {
  const placeKey = ({ street, city, region, postal_code, country }: Place) =>
    [street, city, region, postal_code, country].join("|");
  const byKey = new Map(listed.slice(0, MAX_PLACES).map((place) => [placeKey(place), place]));
  const known = [...byKey.values()];
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

/** Splits text with several places, such as `Lisbon | Porto; Madrid`. */
const splitLocations = (text = "") => text.split(/[;|]/).map((name) => name.trim());

/** Joins places into one line, without duplicates. Semicolons separate them, as in the contract. */
export function joinLocations(names: readonly (string | undefined)[]): string | undefined {
  const distinct = new Set(names.flatMap(splitLocations).filter((name) => name !== ""));
  return distinct.size > 0 ? [...distinct].join("; ") : undefined;
}

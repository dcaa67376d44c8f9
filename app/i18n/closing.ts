import { dateText } from "./dates";
import { languageTag, type Language } from "./language";

const DAY = 24 * 60 * 60 * 1000;

/** Cached by country: making a format costs more than rendering a job with it. */
const zones = new Map<string, Intl.DateTimeFormat>();

/** A winter day, so that summer time does not change the order of zones. */
const WINTER = Date.UTC(2026, 0, 15, 12);

/**
 * A format in the country's westernmost zone, so that no part of the country reads too early that a day is over.
 *
 * @param country ISO 3166-1, two capital letters
 */
function zoneOf(country = ""): Intl.DateTimeFormat {
  const known = zones.get(country);
  if (known) return known;
  const formats = zonesOf(country).map(
    (timeZone) =>
      new Intl.DateTimeFormat("sv-SE", {
        timeZone,
        dateStyle: "short",
        timeStyle: "medium",
        hourCycle: "h23",
      }),
  );
  const [first] = formats.sort((a, b) => (a.format(WINTER) < b.format(WINTER) ? -1 : 1));
  const zone = first ?? new Intl.DateTimeFormat("sv-SE", { timeZone: "UTC" });
  zones.set(country, zone);
  return zone;
}

/** Older engines have a property, newer ones a method. */
type WithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

function zonesOf(country: string): string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const locale = new Intl.Locale(`und-${country}`) as WithZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** The day of a time in a country, as in `2026-12-01`. */
const dayIn = (time: number, country?: string): string => zoneOf(country).format(time).slice(0, 10);

/** When a position closes. */
export interface Closing {
  /** The last day, as in `2026-12-01`. */
  day: string;
  /** That day in words. */
  date: string;
  /** How many days are left; below 0 once the day is over. */
  days: number;
  /** How long is left, as in "in 5 days" or "tomorrow"; undefined once the day is over. */
  left: string | undefined;
}

/**
 * When a position closes, and how many days are left. Days only, because pages are cached for minutes.
 *
 * @param closesAt an ISO date or a time at midnight, both for the whole day; or another time
 * @param country the company's, ISO 3166-1 in capitals, whose days are counted
 * @param now ms since 1970
 */
export function closingOf(
  closesAt: string,
  language: Language,
  country: string | undefined,
  now: number,
): Closing {
  const isDay = /^\S{10}(?:$|[T ]00:00(?::00(?:\.0+)?)?(?:Z|$))/.test(closesAt);
  const day = isDay ? closesAt.slice(0, 10) : dayIn(Date.parse(closesAt), country);
  const days = Math.round((Date.parse(day) - Date.parse(dayIn(now, country))) / DAY);
  return {
    day,
    date: dateText(Date.parse(day), language, country),
    days,
    left: days < 0 ? undefined : relativeOf(language).format(days, "day"),
  };
}

const relatives = new Map<Language, Intl.RelativeTimeFormat>();

function relativeOf(language: Language): Intl.RelativeTimeFormat {
  const known = relatives.get(language);
  const format = known ?? new Intl.RelativeTimeFormat(languageTag(language), { numeric: "auto" });
  if (!known) relatives.set(language, format);
  return format;
}

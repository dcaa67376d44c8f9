// When a position closes.

/** Cached by country: making a format costs more than rendering a job with it. */
const zones = new Map<string, Intl.DateTimeFormat>();

/** A winter day, so that summer time does not change the order of zones. */
const WINTER = Date.UTC(2026, 0, 15, 12);

/**
 * A format in the country's westernmost zone, so that no part of the country reads too early that a day is over.
 *
 * @param country ISO 3166-1, two capital letters
 */
export function zoneOf(country = ""): Intl.DateTimeFormat {
  const known = zones.get(country);
  if (known) return known;
  const formats = zonesOf(country).map(formatIn);
  const [first] = formats.sort((a, b) => (a.format(WINTER) < b.format(WINTER) ? -1 : 1));
  const zone = first ?? formatIn("UTC");
  zones.set(country, zone);
  return zone;
}

/** Writes a time as in `2026-12-01 23:59:59 GMT−08:00`. */
const formatIn = (timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    ...({ year: "numeric", month: "2-digit", day: "2-digit" } as const),
    ...({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const),
    timeZoneName: "longOffset",
  });

/** Older engines have a property, newer ones a method. */
type WithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

function zonesOf(country: string): string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const locale = new Intl.Locale(`und-${country}`) as WithZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** An ISO date and time in ms since 1970, in UTC unless it names a zone; NaN for any other text. */
export function parseTime(iso: string): number {
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso);
  return Date.parse(iso.replace(" ", "T") + (hasZone ? "" : "Z"));
}

/** The offset of a country's time from UTC, as in `-08:00`. @param time ms since 1970 */
function offsetAt(time: number, country?: string): string {
  const [, sign = "+", offset = "00:00"] =
    /GMT(.)(\d\d:\d\d)/.exec(zoneOf(country).format(time)) ?? [];
  return `${sign === "+" ? "+" : "-"}${offset}`;
}

/**
 * The last moment before a position closes, as in `2026-12-01T23:59:59-08:00`. The page, search engines
 * and feeds all say this one. Its first ten characters are the last day.
 *
 * @param closesAt an ISO date or a time at midnight UTC, both for the whole day; or another time
 * @param country the position's or else the company's, ISO 3166-1 in capitals: the day ends when it is
 *   over in all of it. UTC without one
 */
export function lastMoment(closesAt: string, country?: string): string {
  const isDay = /^\S{10}(?:$|[T ]00:00(?::00(?:\.0+)?)?(?:Z|$))/.test(closesAt);
  const time = isDay ? NaN : parseTime(closesAt);
  if (Number.isNaN(time)) {
    const evening = `${closesAt.slice(0, 10)}T23:59:59`;
    // The clock may change during the day: the offset is the one at its end.
    const offset = offsetAt(Date.parse(`${evening}Z`), country);
    return evening + offsetAt(Date.parse(evening + offset), country);
  }
  const offset = offsetAt(time, country);
  const local = new Date(time - Date.parse(`1970-01-01T00:00${offset}`)).toISOString();
  const isFarOff = local.length > "2026-12-01T23:59:59.000Z".length;
  return isFarOff ? `${closesAt.slice(0, 10)}T23:59:59+00:00` : local.slice(0, 19) + offset;
}

/** Whether the last moment has passed at `now` (ms since 1970). */
export const isOver = (closesAt: string, country: string | undefined, now: number): boolean =>
  Date.parse(lastMoment(closesAt, country)) < now;

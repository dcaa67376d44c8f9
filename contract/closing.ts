// Calculates when a position closes.

/** Formats by country, cached because creating a format is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A time in January, because northern daylight saving time could change the order of time zones. */
const WINTER = Date.UTC(2026, 0, 15, 12);

/**
 * Returns a date format in the country's westernmost time zone, where a day ends last. Unknown countries use
 * UTC.
 *
 * @param country ISO 3166-1, in capitals
 */
export function westernmostFormat(country = ""): Intl.DateTimeFormat {
  const cached = formats.get(country);
  if (cached) return cached;
  const [first] = countryTimeZones(country)
    .map(createFormat)
    .sort((a, b) => (a.format(WINTER) < b.format(WINTER) ? -1 : 1));
  const format = first ?? createFormat("UTC");
  formats.set(country, format);
  return format;
}

/** Returns a format such as `2026-12-01 23:59:59 GMT−08:00`. */
const createFormat = (timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    ...({ year: "numeric", month: "2-digit", day: "2-digit" } as const),
    ...({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const),
    timeZoneName: "longOffset",
  });

/** Older engines have the property, and newer engines have the method. */
type WithZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

function countryTimeZones(country: string): string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  const locale = new Intl.Locale(`und-${country}`) as WithZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Parses an ISO date and time, by default in UTC. @returns ms since 1970; NaN if malformed */
export function parseTime(iso: string): number {
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso);
  return Date.parse(iso.replace(" ", "T") + (hasZone ? "" : "Z"));
}

/** Returns the offset from UTC in a country's westernmost time zone, such as `-08:00`. @param time ms since 1970 */
function utcOffset(time: number, country?: string): string {
  const [, sign = "+", offset = "00:00"] =
    /GMT(.)(\d\d:\d\d)/.exec(westernmostFormat(country).format(time)) ?? [];
  return `${sign === "+" ? "+" : "-"}${offset}`;
}

/**
 * Returns the time at which a position closes, such as `2026-12-01T23:59:59-08:00`. The first ten characters
 * are the last day.
 *
 * @param closesAt an ISO date or time. A date, or midnight in UTC, means the end of that day.
 * @param country country of the position, else of the company; ISO 3166-1, in capitals. The day ends in the
 *   country's westernmost time zone, or in UTC if the country is unknown.
 */
export function lastMoment(closesAt: string, country?: string): string {
  const isDay = /^\S{10}(?:$|[T ]00:00(?::00(?:\.0+)?)?(?:Z|$))/.test(closesAt);
  const time = isDay ? NaN : parseTime(closesAt);
  if (Number.isNaN(time)) {
    const evening = `${closesAt.slice(0, 10)}T23:59:59`;
    // The offset can change during the day, so use the offset at the end of the day.
    const offset = utcOffset(Date.parse(`${evening}Z`), country);
    return evening + utcOffset(Date.parse(evening + offset), country);
  }
  const offset = utcOffset(time, country);
  const local = new Date(time - Date.parse(`1970-01-01T00:00${offset}`)).toISOString();
  const isAfter9999 = local.length > "2026-12-01T23:59:59.000Z".length;
  return isAfter9999 ? `${closesAt.slice(0, 10)}T23:59:59+00:00` : local.slice(0, 19) + offset;
}

/** Whether a position has closed at `now` (ms since 1970). */
export const isPastClosing = (
  closesAt: string,
  country: string | undefined,
  now: number,
): boolean => Date.parse(lastMoment(closesAt, country)) < now;

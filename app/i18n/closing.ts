import { dateText } from "./dates";
import { lastMoment as computeLastMoment, westernmostFormat } from "~/contract/closing";
import { languageTag, type Language } from "./language";
import { memoize } from "./memoize";

const DAY = 24 * 60 * 60 * 1000;

/** Returns the date at a time in a country's westernmost time zone, such as `2026-12-01`. */
const localDay = (time: number, country?: string): string =>
  westernmostFormat(country).format(time).slice(0, 10);

export const lastMoment = memoize(1000, computeLastMoment);

/** When a position closes. */
export interface Closing {
  /** The last day, formatted. */
  date: string;
  /** Days left; negative after the last day. */
  days: number;
  /** Time left, such as "in 5 days" or "tomorrow"; undefined after the last moment. */
  left: string | undefined;
}

/**
 * Describes when a position closes. The time left is in days, because pages are cached for minutes.
 *
 * @param closesAt see `lastMoment`
 * @param country see `lastMoment`
 * @param now ms since 1970
 */
export function describeClosing(
  closesAt: string,
  language: Language,
  country: string | undefined,
  now: number,
): Closing {
  const last = lastMoment(closesAt, country);
  const day = last.slice(0, 10);
  const days = Math.round((Date.parse(day) - Date.parse(localDay(now, country))) / DAY);
  return {
    date: dateText(Date.parse(day), language, country),
    days,
    left: Date.parse(last) < now ? undefined : formatDaysLeft(days, language),
  };
}

/** Shortens the Spanish "dentro de 5 días", which `Intl` returns, to "en 5 días". */
const formatDaysLeft = (days: number, language: Language): string =>
  getRelativeFormat(language).format(days, "day").replace("dentro de", "en");

const relatives = new Map<Language, Intl.RelativeTimeFormat>();

function getRelativeFormat(language: Language): Intl.RelativeTimeFormat {
  const cached = relatives.get(language);
  const format = cached ?? new Intl.RelativeTimeFormat(languageTag(language), { numeric: "auto" });
  if (!cached) relatives.set(language, format);
  return format;
}

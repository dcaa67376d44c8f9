import { dateText } from "./dates";
import { lastMoment as computeLastMoment, westernmostFormat } from "../../contract/closing";
import { languageTag, type Language } from "./language";
import { memoize } from "./memoize";

const DAY = 24 * 60 * 60 * 1000;

/** The day of a time in a country, as in `2026-12-01`. */
const localDay = (time: number, country?: string): string =>
  westernmostFormat(country).format(time).slice(0, 10);

export const lastMoment = memoize(1000, computeLastMoment);

/** When a position closes. */
export interface Closing {
  /** The last day in words. */
  date: string;
  /** How many days are left; below 0 once the day is over. */
  days: number;
  /** How long is left, as in "in 5 days" or "tomorrow"; undefined after the last moment. */
  left: string | undefined;
}

/**
 * When a position closes, and how many days are left. Days only, because pages are cached for minutes.
 *
 * @param closesAt as `lastMoment` takes it
 * @param country the same
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
    left: Date.parse(last) < now ? undefined : getRelativeFormat(language).format(days, "day"),
  };
}

const relatives = new Map<Language, Intl.RelativeTimeFormat>();

function getRelativeFormat(language: Language): Intl.RelativeTimeFormat {
  const known = relatives.get(language);
  const format = known ?? new Intl.RelativeTimeFormat(languageTag(language), { numeric: "auto" });
  if (!known) relatives.set(language, format);
  return format;
}

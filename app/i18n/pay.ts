import type { PAY_UNITS } from "../../contract/lists";
import { fill } from "./fill";
import { languageTag, type Language } from "./language";
import { messagesFor } from "./messages";

/** Pay in numbers: with `min` or `max` there is a `currency` (ISO 4217). */
interface Pay {
  min?: number;
  max?: number;
  currency?: string;
  unit?: (typeof PAY_UNITS)[number];
}

/** Cached: making a format costs more than rendering a job with it. */
const formats = new Map<string, Intl.NumberFormat>();

/** A bound, because platforms name the currencies. */
const MAX_FORMATS = 60;

/** A currency's format, with cents where a sum has some. */
function getFormat(language: Language, currency: string, hasCents: boolean): Intl.NumberFormat {
  const key = `${language} ${currency} ${String(hasCents)}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(languageTag(language), {
    style: "currency",
    currency,
    ...(!hasCents && { maximumFractionDigits: 0 }),
  });
  if (formats.size < MAX_FORMATS) formats.set(key, format);
  return format;
}

/**
 * Pay in the page's language, such as "€30,000 – €35,000 a year" or "Desde 1200 € al mes"; undefined if it
 * has no numbers.
 */
export function payText({ min, max, currency, unit }: Pay, language: Language): string | undefined {
  const least = min ?? max;
  const most = max ?? min;
  if (least === undefined || most === undefined || currency === undefined) return undefined;
  const t = messagesFor(language);
  const hasCents = least % 1 !== 0 || most % 1 !== 0;
  const format = getFormat(language, currency, hasCents);
  const range = least === most ? format.format(least) : format.formatRange(least, most);
  const sum = unit === undefined ? range : fill(t[`facts.pay_${unit}`], { sum: range });
  if (max === undefined) return fill(t["facts.pay_from"], { sum });
  return min === undefined ? fill(t["facts.pay_up_to"], { sum }) : sum;
}

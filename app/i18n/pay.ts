import type { PAY_UNITS } from "~/contract/lists";
import { fill } from "./fill";
import { languageTag, type Language } from "./language";
import { messagesFor } from "./messages";

/** Pay. `currency` (ISO 4217) is set if `min` or `max` is. */
interface Pay {
  min?: number;
  max?: number;
  currency?: string;
  unit?: (typeof PAY_UNITS)[number];
}

/** Cached, because creating a format is slow. */
const formats = new Map<string, Intl.NumberFormat>();

/** Limits the cache, because platforms choose the currencies. */
const MAX_FORMATS = 60;

/** Returns a currency's format, with or without cents. */
function getFormat(language: Language, currency: string, hasCents: boolean): Intl.NumberFormat {
  const key = `${language} ${currency} ${String(hasCents)}`;
  const cached = formats.get(key);
  if (cached) return cached;
  const format = new Intl.NumberFormat(languageTag(language), {
    style: "currency",
    currency,
    ...(!hasCents && { maximumFractionDigits: 0 }),
  });
  if (formats.size < MAX_FORMATS) formats.set(key, format);
  return format;
}

/** Formats pay, such as "€30,000 – €35,000 a year". Undefined if the amount or the currency is missing. */
export function payText({ min, max, currency, unit }: Pay, language: Language): string | undefined {
  const low = min ?? max;
  const high = max ?? min;
  if (low === undefined || high === undefined || currency === undefined) return undefined;
  const t = messagesFor(language);
  const hasCents = low % 1 !== 0 || high % 1 !== 0;
  const format = getFormat(language, currency, hasCents);
  const range = low === high ? format.format(low) : format.formatRange(low, high);
  const sum = unit === undefined ? range : fill(t[`facts.pay_${unit}`], { sum: range });
  if (max === undefined) return fill(t["facts.pay_from"], { sum });
  return min === undefined ? fill(t["facts.pay_up_to"], { sum }) : sum;
}

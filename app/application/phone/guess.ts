import parsePhoneNumber from "libphonenumber-js/core";
import { dialCodeIn, dialCodeOf, nationalPart, type Country } from "./country";
import { metadata, planOf } from "./numbering";
import { significant } from "./phone-text";
import type { NumberRead } from "./read-number";

/** A number that somebody may have meant, of another country. */
export interface Guess {
  country: Country;
  /** International, with its country's spaces. */
  number: string;
}

/** Where most people live who read the languages of the site. */
const NEAR: readonly Country[] = ["ES", "MX", "GB", "US"];

/**
 * The number that was meant if what is no number in one country is one of another, as it is dialled
 * there. Browsers fill in people's own numbers so. There is no guess before all is here that it takes.
 *
 * @param text what was entered, or what is in the field: its dial code came with the field
 * @param likely countries of the visitor, the likeliest first
 * @param read what a valid number is
 */
export function guessNumber(
  text: string,
  home: Country,
  likely: readonly Country[],
  read: (text: string, country: Country) => NumberRead | undefined,
): Guess | undefined {
  const digits = significant(text);
  const isInternational = digits.startsWith("+");
  if (isInternational && dialCodeIn(digits) !== dialCodeOf(home)) return undefined;
  const national = isInternational ? nationalPart(digits) : digits;
  const guesses = (countries: readonly Country[]) =>
    countries.flatMap((country) => {
      if (country === home) return [];
      const number = parsePhoneNumber(read(national, country)?.number ?? "", metadata);
      return number?.country && significant(number.formatNational()) === national
        ? [{ country: number.country, number: number.formatInternational() }]
        : [];
    });
  if (!areHere(likely)) return undefined;
  const [likeliest] = guesses(likely);
  if (likeliest || !areHere(NEAR)) return likeliest;
  const [near, ...others] = guesses(NEAR);
  return others.length === 0 ? near : undefined;
}

/** Whether the numbering plans of some countries are here; those that are not are asked for. */
const areHere = (countries: readonly Country[]) => countries.map(planOf).every(Boolean);

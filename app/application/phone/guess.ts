import parsePhoneNumber from "libphonenumber-js/core";
import { dialCodeIn, dialCodeOf, metadata, nationalPart, type Country } from "./numbering";
import { significant } from "./phone-text";
import type { PhoneReading } from "./reading";

/** A number of another country that the candidate may have meant. */
export interface Guess {
  country: Country;
  /** International, with its country's spaces. */
  number: string;
}

/** Where most people live who read the languages of the site. */
export const NEAR: readonly Country[] = ["ES", "MX", "GB", "US"];

/**
 * The number of another country, as it is dialled there, that an invalid number may be: browsers fill in
 * people's own numbers so. The plans of all these countries must have loaded.
 *
 * @param text what was entered, or what is in the field, which put the dial code there
 * @param likely countries of the candidate, the likeliest first
 * @param read decides what a valid number is
 */
export function guessNumber(
  text: string,
  home: Country,
  likely: readonly Country[],
  read: (text: string, country: Country) => PhoneReading | undefined,
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
  const [likeliest] = guesses(likely);
  if (likeliest) return likeliest;
  const [near, ...others] = guesses(NEAR);
  return others.length === 0 ? near : undefined;
}

import { guessCountry, type Country } from "./country";
import { metadata } from "./numbering";
import { readNumber, type NumberRead } from "./read-number";

/** A number that is valid as far as the browser knows. */
export interface PhoneReading extends NumberRead {
  country: Country | undefined;
}

/**
 * Reads a telephone number in the browser, which knows how long a country's numbers are and how they
 * begin; undefined if it is not valid. The server knows more, and decides (`reading.server.ts`).
 *
 * @param text a national or international number, in any common shape
 * @param country of a national number
 */
export function readPhone(text: string, country: Country): PhoneReading | undefined {
  const read = readNumber(text, country, metadata);
  return read && { ...read, country: guessCountry(read.number, country) };
}

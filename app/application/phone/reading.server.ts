import metadata from "libphonenumber-js/max/metadata";
import type { Country } from "./country";
import { holdEveryPiece } from "./numbering.server";
import { readNumber, type NumberRead } from "./read-number";

holdEveryPiece();

/**
 * Reads a telephone number as `readPhone` does, with all that libphonenumber knows of each country: it
 * refuses numbers of the right length that belong to nobody.
 */
export const readWholePhone = (text: string, country: Country): NumberRead | undefined =>
  readNumber(text, country, metadata);

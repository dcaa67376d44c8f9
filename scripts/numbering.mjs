// Splits libphonenumber's metadata by dial code, because a phone needs that of one country (decision 0034).
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./local";
import metadata from "libphonenumber-js/min/metadata";

/** @typedef {import("libphonenumber-js").MetadataJson} MetadataJson */

/** What the code knows of dial codes without any plans: see `dialCodeTable`. */
export const DIAL_CODES = join(ROOT, "app/application/phone/dial-codes.generated.json");

/** The dial codes of countries, and others such as 800. */
export const dialCodes = [metadata.country_calling_codes, metadata.nonGeographic].flatMap(
  Object.keys,
);

/**
 * The countries of every dial code at its place in a list, the most likely first: `RU KZ` at 7. `-`
 * stands for a code that no country has; most places are empty.
 */
export function dialCodeTable() {
  /** @type {string[]} */
  const places = [];
  for (const code of dialCodes) {
    places[Number(code)] = metadata.country_calling_codes[code]?.join(" ") ?? "-";
  }
  return places.join();
}

/**
 * The part of libphonenumber's smaller metadata that belongs to a dial code.
 *
 * @param {string} code @returns {MetadataJson}
 */
export function plansOf(code) {
  const { version, country_calling_codes, countries, nonGeographic } = metadata;
  /** @template Value @param {Record<string, Value>} all @param {readonly string[]} names */
  const some = (all, names) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  return {
    version,
    country_calling_codes: some(country_calling_codes, [code]),
    countries: some(countries, country_calling_codes[code] ?? []),
    nonGeographic: some(nonGeographic, [code]),
  };
}

/** Writes the plans of each dial code as a file, such as `34.json`, and returns all of them. @param {string} folder */
export async function writePlans(folder) {
  await mkdir(folder, { recursive: true });
  const plans = dialCodes.map((code) => JSON.stringify(plansOf(code)));
  for (const [place, text] of plans.entries()) {
    await writeFile(join(folder, `${dialCodes[place]}.json`), text);
  }
  return plans.join();
}

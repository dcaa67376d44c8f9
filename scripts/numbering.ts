// Splits libphonenumber's metadata by dial code, because a phone needs that of one country (decision 0034).
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./local";
import type { MetadataJson } from "libphonenumber-js";
import metadata from "libphonenumber-js/min/metadata";

/** What the code knows of dial codes without any plans: see `dialCodeTable`. */
export const DIAL_CODES = join(ROOT, "app/application/phone/dial-codes.generated.json");

/** The dial codes of countries, and others such as 800. */
export const dialCodes = [metadata.country_calling_codes, metadata.nonGeographic].flatMap(
  Object.keys,
);

/** Countries by dial code, the most likely first: `RU KZ` at 7, `-` where no country has the code. */
export function dialCodeTable() {
  const places: string[] = [];
  for (const code of dialCodes) {
    places[Number(code)] = metadata.country_calling_codes[code]?.join(" ") ?? "-";
  }
  return places.join();
}

/** The part of libphonenumber's smaller metadata that belongs to a dial code. */
export function plansOf(code: string): MetadataJson {
  const { version, country_calling_codes, countries, nonGeographic } = metadata;
  const some = <Value>(all: Record<string, Value>, names: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  return {
    version,
    country_calling_codes: some(country_calling_codes, [code]),
    countries: some(countries, country_calling_codes[code] ?? []),
    nonGeographic: some(nonGeographic, [code]),
  };
}

/** Writes the plans of each dial code as a file, such as `34.json`, and returns all of them. */
export async function writePlans(folder: string) {
  await mkdir(folder, { recursive: true });
  const plans = dialCodes.map((code) => JSON.stringify(plansOf(code)));
  for (const [place, text] of plans.entries()) {
    await writeFile(join(folder, `${dialCodes[place]}.json`), text);
  }
  return plans.join();
}

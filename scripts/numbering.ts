// Splits libphonenumber's metadata by dial code (decision 0034).
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./local";
import type { MetadataJson } from "libphonenumber-js";
import metadata from "libphonenumber-js/min/metadata";

export const DIAL_CODES = join(ROOT, "app/application/phone/dial-codes.generated.json");

/** Dial codes of countries, and non-geographic dial codes such as 800. */
export const dialCodes = [metadata.country_calling_codes, metadata.nonGeographic].flatMap(
  Object.keys,
);

/**
 * Lists countries by dial code, main country first, such as `6RUKZ`: Russia and Kazakhstan's dial code is six more than
 * the previous one. A comma means one more, and `-` no country.
 */
export function dialCodeTable() {
  const codes = dialCodes.map(Number).sort((one, other) => one - other);
  return codes
    .map((code, place) => {
      const gap = code - (codes[place - 1] ?? 0);
      return (gap > 1 ? gap : ",") + (metadata.country_calling_codes[code]?.join("") ?? "-");
    })
    .join("");
}

export function extractPlans(code: string): MetadataJson {
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

/** Writes a file per dial code, such as `34.json`. Returns all plans, for a hash. */
export async function writePlans(folder: string) {
  await mkdir(folder, { recursive: true });
  const plans = dialCodes.map((code) => JSON.stringify(extractPlans(code)));
  for (const [place, text] of plans.entries()) {
    await writeFile(join(folder, `${dialCodes[place]}.json`), text);
  }
  return plans.join();
}

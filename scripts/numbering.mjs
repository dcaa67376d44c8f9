import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import metadata from "libphonenumber-js/min/metadata";

const PHONE = fileURLToPath(new URL("../app/application/phone", import.meta.url));

/** @typedef {import("libphonenumber-js").MetadataJson} MetadataJson */

/** The dial codes of countries, and others such as 800. */
export const dialCodes = [metadata.country_calling_codes, metadata.nonGeographic].flatMap(
  Object.keys,
);

/**
 * The countries of every dial code at its place in a list, the most likely first: `RU KZ` at 7. `-`
 * stands for a code that no country has; most places are empty.
 */
function table() {
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

const FILES = new Map(dialCodes.map((code) => [code, JSON.stringify(plansOf(code))]));

/** The address changes with any of the files, so that browsers may keep each. */
const HASH = createHash("sha256")
  .update([...FILES.values()].join("\n"))
  .digest("hex")
  .slice(0, 8);
const ADDRESS = `/build/numbering/${HASH}/`;

/** Writes what the site's code knows of the plans: their address, and the dial codes. */
export async function buildNumbering() {
  await writeChanged("plans.generated.json", { address: ADDRESS });
  await writeChanged("dial-codes.generated.json", table());
}

/** @param {string} name @param {unknown} content */
async function writeChanged(name, content) {
  const file = path.join(PHONE, name);
  const text = `${JSON.stringify(content)}\n`;
  // Not written without need, because another process may be reading it.
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (text !== before) await writeFile(file, text);
}

/** Writes the plans of each dial code as a file that browsers fetch. @param {string} root */
export async function writePlans(root) {
  const folder = path.join(root, ADDRESS);
  await mkdir(folder, { recursive: true });
  for (const [code, text] of FILES) await writeFile(path.join(folder, `${code}.json`), text);
}

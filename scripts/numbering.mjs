import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import metadata from "libphonenumber-js/min/metadata";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PHONE = "app/application/phone";

/** @typedef {Record<string, unknown>} Piece numbering plans by country; `001` where a code has none */

/**
 * libphonenumber's smaller metadata in pieces: one for each calling code, with the plans of its
 * countries.
 *
 * @returns {Map<string, Piece>} by calling code, in their order as numbers
 */
export function numberingPieces() {
  const { country_calling_codes: codes, countries, nonGeographic } = metadata;
  /** @type {[code: string, piece: Piece][]} */
  const pieces = [];
  for (const [code, names] of Object.entries(codes)) {
    pieces.push([code, Object.fromEntries(names.map((name) => [name, countries[name]]))]);
  }
  for (const [code, plan] of Object.entries(nonGeographic)) pieces.push([code, { "001": plan }]);
  return new Map(pieces.sort(([one], [other]) => Number(one) - Number(other)));
}

/**
 * The calling codes with their countries, the most likely first, as a short text. Each code is written as
 * how much greater it is than the one before it (1 is left out), and its countries' letters, capitals for
 * the first: `USagai6RUkz` is 1 for the United States, Antigua and Anguilla, and 7 for Russia and
 * Kazakhstan. `-` stands for the countries of a code that has none.
 */
export function callingCodes() {
  let before = 0;
  return [...numberingPieces().keys()]
    .map((code) => {
      const gap = Number(code) - before;
      before = Number(code);
      const [first = "-", ...others] = metadata.country_calling_codes[code] ?? [];
      return `${gap === 1 ? "" : gap}${first}${others.join("").toLowerCase()}`;
    })
    .join("");
}

/** Where browsers find the pieces: the address changes with any of them, so that they may keep each. */
function addressOfPieces() {
  const all = JSON.stringify([...numberingPieces()]);
  return `/build/numbering/${createHash("sha256").update(all).digest("hex").slice(0, 8)}/`;
}

/** Writes what the site's code knows of the pieces: their address, and the calling codes. */
export async function buildNumbering() {
  // The code reads the metadata in this version, as an array for each plan.
  if (metadata.version !== 4) throw new Error("libphonenumber's metadata has another version");
  await writeChanged("pieces.generated.json", { address: addressOfPieces() });
  await writeChanged("calling-codes.generated.json", { callingCodes: callingCodes() });
}

/** @param {string} name @param {object} content */
async function writeChanged(name, content) {
  const file = path.join(ROOT, PHONE, name);
  const text = `${JSON.stringify(content)}\n`;
  // Not written without need, because another process may be reading it.
  const before = await readFile(file, "utf8").catch(() => undefined);
  if (text !== before) await writeFile(file, text);
}

/** Writes the pieces as files that browsers fetch. @param {string} root the folder of all such files */
export async function writePieces(root) {
  const folder = path.join(root, addressOfPieces());
  await mkdir(folder, { recursive: true });
  for (const [code, piece] of numberingPieces()) {
    await writeFile(path.join(folder, `${code}.json`), JSON.stringify(piece));
  }
}

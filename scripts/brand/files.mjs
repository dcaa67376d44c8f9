// Reads and checks the files that are given to `npm run brand`.
import { readFile, stat } from "node:fs/promises";
import { extname } from "node:path";
import { named } from "../../cli/company/options.mjs";
import { Stop } from "../local.mjs";
import { MAX_STATEMENT_BYTES } from "../seed.mjs";

const PICTURES = [".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif"];

/** The largest file that wrangler serves. */
const MAX_PICTURE_BYTES = 25 * 1024 * 1024;

/**
 * A file by the name that was given, and its path, relative to where npm was called.
 *
 * @typedef {{ name: string, path: string }} NamedFile
 */

/** @param {string} name @returns {NamedFile} */
export const namedFile = (name) => ({ name, path: named(name) });

/** A file's size in bytes. @param {NamedFile} file @throws {Stop} when it is no file */
async function sizeOf({ name, path }) {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Stop(`There is no file ${name}.`);
  if (found.isDirectory()) throw new Stop(`${name} is a folder. Name the file itself.`);
  if (!found.isFile()) throw new Stop(`${name} is not a file.`);
  return found.size;
}

/** @param {string} name @param {number} size @param {number} most @param {string} whose */
function ensureSize(name, size, most, whose) {
  if (size <= most) return;
  const [has, takes] = [size, most].map((bytes) => bytes.toLocaleString("en"));
  throw new Stop(`${name} has ${has} bytes; ${whose} ${takes}.`);
}

/**
 * Reads a file of CSS.
 *
 * @param {NamedFile} file
 * @throws {Stop} when it is no file, no text, or more than the embedded platform takes
 */
export async function readCss(file) {
  const { name, path } = file;
  const whose = "the embedded platform takes, with all the company's other texts,";
  ensureSize(name, await sizeOf(file), MAX_STATEMENT_BYTES, whose);
  const bytes = await readFile(path);
  try {
    const css = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!css.includes("\0")) return css;
  } catch {
    // The error is thrown below.
  }
  throw new Stop(`${name} is not text in UTF-8.`);
}

/** @param {NamedFile} file @throws {Stop} when the site could not serve it as a picture */
export async function ensurePicture(file) {
  const { name, path } = file;
  const size = await sizeOf(file);
  if (!PICTURES.includes(extname(path).toLowerCase())) {
    throw new Stop(`${name} is not a picture that browsers show: ${PICTURES.join(", ")}.`);
  }
  ensureSize(name, size, MAX_PICTURE_BYTES, "the site serves at most");
}

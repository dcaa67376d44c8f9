// Puts a company's pictures among the site's files: for `npm run brand`.
import { copyFile, cp, mkdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { ROOT } from "../local.mjs";

/**
 * Copies the site's files and the pictures into a new folder.
 *
 * @param {string} folder that does not exist yet
 * @param {import("./arguments.mjs").Picture[]} pictures
 */
export async function placePictures(folder, pictures) {
  await cp(join(ROOT, "public"), folder, { recursive: true });
  await mkdir(join(folder, "brand"));
  const placed = pictures.map(({ field, file }) => {
    const address = `/brand/${field}${extname(file.path).toLowerCase()}`;
    return { field, file, address, copy: () => copyFile(file.path, join(folder, address)) };
  });
  for (const { copy } of placed) await copy();
  return placed;
}

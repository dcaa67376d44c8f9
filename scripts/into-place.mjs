// Moves a finished build into place, under a site that may be running.
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";

/** How long files are kept that the next build replaces, in ms: a day, or ten minutes while one develops. */
export const KEPT_MS = { production: 24 * 60 * 60_000, development: 10 * 60_000 };

/** The files that browsers fetch by names that change with what is in them. */
const FILES = "public/build";

/** What the build in place says of the files that are no part of it. */
const RECORD = "build/replaced.json";

const Record = z.object({ keptMs: z.number(), leaveAt: z.record(z.string(), z.iso.datetime()) });

/**
 * @typedef {object} Replaced
 * @property {number} keptMs how long the files of the build in place are kept once they are replaced
 * @property {Record<string, string>} leaveAt when each file leaves that was replaced before (ISO 8601), by
 *   its path
 */

/**
 * What becomes of the files that are there when a build takes its place: one that is no part of it stays
 * for as long as the build that had it last said.
 *
 * @param {object} given
 * @param {Replaced | undefined} given.before what the build before says
 * @param {string[]} given.there paths of files @param {Set<string>} given.built those of the new build
 * @param {Date} given.now
 * @returns {{ leaveAt: Record<string, string>, gone: string[] }} those that stay, and those whose time is over
 */
export function afterBuild({ before, there, built, now }) {
  const { keptMs, leaveAt } = before ?? { keptMs: KEPT_MS.production, leaveAt: {} };
  const replaced = there.filter((file) => !built.has(file));
  const byDefault = new Date(now.getTime() + keptMs).toISOString();
  const times = replaced.map((file) => /** @type {const} */ ([file, leaveAt[file] ?? byDefault]));
  const isOver = (/** @type {string} */ at) => new Date(at) <= now;
  return {
    leaveAt: Object.fromEntries(times.filter(([, at]) => !isOver(at))),
    gone: times.filter(([, at]) => isOver(at)).map(([file]) => file),
  };
}

/**
 * Moves a build into place: first the files that its pages name, the Worker last, so that nobody meets a
 * page whose files are not there. Files of builds before stay for a while (`afterBuild`), for pages that
 * are open (docs/decisions/0040). A name is taken at once or not at all: both folders are on one file system.
 *
 * @param {object} given
 * @param {string} given.aside the folder with the build's `public` and `build`; they are moved out of it
 * @param {string} given.into the project's folder @param {keyof typeof KEPT_MS} given.mode
 * @param {Date} [given.now]
 */
export async function moveIntoPlace({ aside, into, mode, now = new Date() }) {
  /** @param {string} file */
  const move = async (file) => {
    await mkdir(dirname(join(into, file)), { recursive: true });
    await rename(join(aside, file), join(into, file));
  };
  const built = await filesIn(aside, "public");
  for (const file of built) await move(file);
  const { leaveAt, gone } = afterBuild({
    before: await recordIn(into),
    there: await filesIn(into, FILES),
    built: new Set(built),
    now,
  });
  const record = { keptMs: KEPT_MS[mode], leaveAt };
  await writeFile(join(aside, RECORD), JSON.stringify(record));
  for (const file of await filesIn(aside, "build")) if (file !== WORKER) await move(file);
  await move(WORKER);
  for (const file of gone) await remove(join(into, file));
}

const WORKER = "build/index.js";

/** @param {string} into @returns {Promise<Replaced | undefined>} none where there was no build, or no record */
async function recordIn(into) {
  /** @type {unknown} */
  const said = await readFile(join(into, RECORD), "utf8")
    .then((text) => /** @type {unknown} */ (JSON.parse(text)))
    .catch(() => undefined);
  return Record.safeParse(said).data;
}

/** The files under a folder, as paths from `root` with slashes. @param {string} root @param {string} folder */
async function filesIn(root, folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, "/").length))
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

/** Removes a file, and its folder where it was the last one in it. @param {string} file */
async function remove(file) {
  await rm(file, { force: true });
  await rmdir(dirname(file)).catch(() => {
    // Others are in it.
  });
}

import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { About } from "./about";
import type { BrowserStorage } from "./browser-storage";
import { moved } from "./moved.mjs";
import { eachObject } from "./objects";

/** The fixtures of storage, one folder for each build. */
const FIXTURES = new URL("../fixtures/storage/", import.meta.url);

/** The local server's own record of the alarms' times, which the objects have as well. */
const isServersOwn = (file: string) => /(^|\/)metadata\.sqlite/.test(file);

interface Contents {
  folder: URL;
  about: About;
  browser: BrowserStorage;
}

/** Makes a fixture of the state folder of a site that was stopped. */
export async function packed(state: string, { folder, about, browser }: Contents): Promise<void> {
  const whole = join(state, "whole");
  await cp(join(state, "v3"), join(whole, "v3"), {
    recursive: true,
    filter: (file) => !isServersOwn(file) && !file.endsWith(".sqlite-shm"),
  });
  await eachObject(whole);
  await rm(folder, { recursive: true, force: true });
  for (const file of await filesIn(whole)) {
    if (isServersOwn(file)) continue;
    await put(new URL(`state/${file}.gz`, folder), gzipSync(await readFile(join(whole, file))));
  }
  await put(new URL("about.json", folder), `${JSON.stringify(about, null, 2)}\n`);
  await put(new URL("browser.json", folder), `${JSON.stringify(browser, null, 2)}\n`);
}

/** What is known of a build's fixture. */
export const aboutOf = async (build: string): Promise<About> =>
  About.parse(JSON.parse(await readFile(new URL(`${build}/about.json`, FIXTURES), "utf8")));

/**
 * Puts a copy of a fixture in a fresh state folder, as if it had been written so many ms ago.
 *
 * @param isLeft what of the local server's state is left out, by the names of its files
 */
export async function unpacked(
  build: string,
  { ago, isLeft = () => false }: { ago: number; isLeft?: (file: string) => boolean },
) {
  const folder = fileURLToPath(new URL(`${build}/`, FIXTURES));
  const about = await aboutOf(build);
  const state = await mkdtemp(join(tmpdir(), "puerta-state-"));
  for (const file of await filesIn(join(folder, "state"))) {
    if (isLeft(file)) continue;
    const bytes = gunzipSync(await readFile(join(folder, "state", file)));
    await put(join(state, file.replace(/\.gz$/, "")), bytes);
  }
  const move = { writtenAt: about.writtenAt, by: Date.now() - ago - about.writtenAt };
  await eachObject(state, (object) => object.move(move));
  const kept = JSON.parse(await readFile(join(folder, "browser.json"), "utf8")) as unknown;
  return {
    about,
    state,
    /** What the candidate's browser kept. */
    browser: moved(kept, move) as BrowserStorage, // as `packed` wrote it
    remove: () => rm(state, { recursive: true, force: true }),
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
}

async function put(file: URL | string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(typeof file === "string" ? file : fileURLToPath(file)), { recursive: true });
  await writeFile(file, content);
}

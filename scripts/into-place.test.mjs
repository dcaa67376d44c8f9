import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KEPT_MS, moveIntoPlace } from "./into-place.mjs";

const NOW = new Date("2026-11-23T12:00:00.000Z");
const later = (/** @type {number} */ ms) => new Date(NOW.getTime() + ms);

/** @type {string} */
let into;
/** @type {string} */
let aside;
beforeEach(async () => {
  into = await mkdtemp(join(tmpdir(), "puerta-place-"));
  aside = await mkdtemp(join(tmpdir(), "puerta-aside-"));
});
afterEach(async () => {
  for (const folder of [into, aside]) await rm(folder, { recursive: true, force: true });
});

/** @param {string} root @param {Record<string, string>} files */
async function write(root, files) {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
}

/** The files of a build whose pages name one script. @param {string} script @param {string} [piece] */
const buildOf = (script, piece = "a1") => ({
  [`public/build/${script}`]: `// ${script}`,
  [`public/build/numbering/${piece}/34.json`]: "{}",
  "public/embed.js": `// beside ${script}`,
  "build/browser-modules.json": "[]",
  "build/index.js": `name("/build/${script}")`,
});

/** Builds, and moves it into place. @param {Record<string, string>} files @param {Partial<Parameters<typeof moveIntoPlace>[0]>} [more] */
async function place(files, more = {}) {
  await write(aside, files);
  await moveIntoPlace({ aside, into, mode: "production", now: NOW, ...more });
}

const there = async () =>
  (await readdir(join(into, "public"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
const worker = () => readFile(join(into, "build/index.js"), "utf8");

describe("a build that takes its place", () => {
  test("leaves the files of the build before for a day, and the brands for ever", async () => {
    await write(into, { "public/brands/logo.svg": "<svg/>" });
    await place(buildOf("waker-1.js", "a1"));
    await place(buildOf("waker-2.js", "a2"));
    const both = ["34.json", "34.json", "embed.js", "logo.svg", "waker-1.js", "waker-2.js"];
    expect(await there()).toEqual(both);
    expect(await readFile(join(into, "public/embed.js"), "utf8")).toContain("waker-2.js");
    await place(buildOf("waker-2.js", "a2"), { now: later(KEPT_MS.production - 1) });
    expect(await there()).toEqual(both);
    await place(buildOf("waker-2.js", "a2"), { now: later(KEPT_MS.production) });
    expect(await there()).toEqual(["34.json", "embed.js", "logo.svg", "waker-2.js"]);
    expect(await readdir(join(into, "public/build/numbering"))).toEqual(["a2"]);
  });

  test("counts the day from when it was replaced last", async () => {
    await place(buildOf("waker-1.js"));
    await place(buildOf("waker-2.js"));
    await place(buildOf("waker-1.js"), { now: later(KEPT_MS.production / 2) });
    await place(buildOf("waker-2.js"), { now: later(KEPT_MS.production) });
    expect(await there()).toContain("waker-1.js");
  });

  test.each([
    ["a file that browsers load", "public/build/waker-2.js"],
    ["the script of other sites", "public/embed.js"],
  ])("has its Worker last: without %s, the one before stays", async (_, file) => {
    await place(buildOf("waker-1.js"));
    // A file cannot take the name of a folder.
    await rm(join(into, file), { force: true });
    await mkdir(join(into, file));
    await expect(place(buildOf("waker-2.js"))).rejects.toThrow();
    expect(await worker()).toContain("waker-1.js");
    expect(await there()).toContain("waker-1.js");
  });
});

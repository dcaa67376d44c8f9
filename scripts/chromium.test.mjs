import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findChromium } from "./chromium.mjs";

const { PATH, CHROMIUM_PATH } = process.env;
let folder = "";

/** A program in the folder. @param {string} name @param {string} script */
async function program(name, script) {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-path-"));
  delete process.env.CHROMIUM_PATH;
  process.env.PATH = folder;
});
afterEach(async () => {
  process.env.PATH = PATH;
  if (CHROMIUM_PATH !== undefined) process.env.CHROMIUM_PATH = CHROMIUM_PATH;
  await rm(folder, { recursive: true });
});

test("a Chromium that does not run is passed over for one that does", async () => {
  await program("chromium", "echo 'Install the snap' >&2; exit 1");
  const works = await program("google-chrome", "echo 'Google Chrome 140'");
  expect(findChromium()).toBe(works);
});

test("one that is named has to run", async () => {
  process.env.CHROMIUM_PATH = await program("mine", "exit 1");
  expect(() => findChromium()).toThrow("cannot be run");
  process.env.CHROMIUM_PATH = await program("other", "exit 0");
  expect(findChromium()).toBe(process.env.CHROMIUM_PATH);
});

test("one without windows is taken first, but not where a whole one is wanted", async () => {
  const shell = await program("chromium-headless-shell", "exit 0");
  const whole = await program("chromium", "exit 0");
  expect(findChromium()).toBe(shell);
  expect(findChromium({ whole: true })).toBe(whole);
  process.env.CHROMIUM_PATH = shell;
  expect(findChromium({ whole: true })).toBe(whole);
});

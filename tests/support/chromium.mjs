// Finds a Chromium for the tests, or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import { ROOT, runIfMain, Stop } from "../../scripts/local";

/** Names of Chromium. The headless shell is first: it does the same with two thirds of the work. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** How long a program may take to print its version, in ms: a browser's first start may be slow. */
const VERSION_WITHIN = 20_000;

/** Arguments by which Chromium needs no screen, and sends nothing to its maker. */
export const CHROMIUM_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The sandbox does not work for root, as whom tests run in a container.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/**
 * Finds a Chromium: the one that `CHROMIUM_PATH` names, else the first of the system's and Playwright's
 * that runs. Some systems have one that only prints how to install it.
 *
 * @param {{ whole?: boolean }} [options] whole: no headless shell, which has no back-forward cache
 * @returns {string | undefined}
 * @throws {Stop} when `CHROMIUM_PATH` names nothing that can be run
 */
export function findChromium({ whole = false } = {}) {
  const isWanted = (/** @type {string} */ file) => !(whole && /headless[-_]shell/.test(file));
  const named = process.env.CHROMIUM_PATH;
  if (named && isWanted(named)) {
    if (runs(named)) return named;
    throw new Stop(`CHROMIUM_PATH is ${named}, which cannot be run. Correct it or unset it.`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, chromium.executablePath()].filter(isWanted).find(runs);
}

/**
 * Finds a Chromium, or installs one.
 *
 * @param {{ whole?: boolean }} [options] as for `findChromium`
 * @returns {string}
 * @throws {Stop} that says what is missing and how to get it
 */
export function ensureChromium(options) {
  const there = findChromium(options);
  if (there) return there;
  console.log("No Chromium was found: installing one for the tests …");
  const playwright = join(ROOT, "node_modules", "playwright", "cli.js");
  spawnSync(process.execPath, [playwright, "install", "chromium"], { stdio: "inherit" });
  const installed = findChromium(options);
  if (installed) return installed;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    spawnSync("apt-get", ["update"], { stdio: "inherit" });
    for (const name of ["chromium", "chromium-headless-shell"]) {
      spawnSync("apt-get", ["install", "--yes", name], { stdio: "inherit" });
    }
    const packaged = findChromium(options);
    if (packaged) return packaged;
  }
  throw new Stop(
    "The tests need Chromium, and it could not be installed. Install it (`npx playwright install " +
      "--with-deps chromium`, or your system's package `chromium`), or name one: CHROMIUM_PATH=/path/to/it",
  );
}

/** What was tried, with what came of it. @type {Map<string, boolean>} */
const tried = new Map();

/** Whether a program exists and prints its version. @param {string} file */
function runs(file) {
  const before = tried.get(file);
  // A program that did not exist may have been installed since.
  if (before !== undefined || !existsSync(file)) return before ?? false;
  const { status } = spawnSync(file, ["--version"], { timeout: VERSION_WITHIN, stdio: "ignore" });
  tried.set(file, status === 0);
  return status === 0;
}

await runIfMain(import.meta.url, async () => {
  console.log(await Promise.resolve(ensureChromium()));
});

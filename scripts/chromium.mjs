// Finds or installs a Chromium for the tests. When run directly, this file prints Chromium's path.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";
import { ROOT } from "./local";
import { runIfMain, Stop } from "./stop";

/** Names of Chromium executables. The headless shell is first, because it needs less CPU time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Time limit for a program to print its version, in ms. A browser's first start can be slow. */
const VERSION_WITHIN = 20_000;

export const CHROMIUM_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The sandbox doesn't work for root, the usual user in containers.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/**
 * Returns the path of a Chromium that runs: `CHROMIUM_PATH` if set, or else the system's or Playwright's. On
 * some systems, the program `chromium` only prints how to install Chromium.
 *
 * @param {{ noShell?: boolean }} [options] noShell: exclude the headless shell, which lacks a back-forward cache
 * @returns {string | undefined}
 * @throws {Stop} if `CHROMIUM_PATH` can't be run
 */
export function findChromium({ noShell = false } = {}) {
  const isWanted = (/** @type {string} */ file) => !(noShell && /headless[-_]shell/.test(file));
  const named = process.env.CHROMIUM_PATH;
  if (named && isWanted(named)) {
    if (runs(named)) return named;
    throw new Stop(`CHROMIUM_PATH is ${named}, which can't be run. Correct or unset it.`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, ...findPlaywrightShell(), chromium.executablePath()]
    .filter(isWanted)
    .find(runs);
}

/**
 * Returns the path of the headless shell that `playwright install` puts beside its Chromium, if any:
 * `chromium_headless_shell-1255/…/chrome-headless-shell` beside `chromium-1255/…/chrome`.
 */
function findPlaywrightShell() {
  const folder = chromium
    .executablePath()
    .replace(/chromium-(\d+)[\\/].*$/, "chromium_headless_shell-$1");
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
    : [];
  return files
    .filter((file) => /headless[-_]shell(\.exe)?$/.test(file))
    .map((file) => join(folder, file));
}

/**
 * Finds a Chromium, or installs one.
 *
 * @param {{ noShell?: boolean }} [options] the options of `findChromium`
 * @returns {string}
 * @throws {Stop} if Chromium can't be installed, or if `CHROMIUM_PATH` can't be run
 */
export function ensureChromium(options) {
  const found = findChromium(options);
  if (found) return found;
  console.log("Chromium not found: installing it for the tests …");
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
    "The tests need Chromium, which could not be installed. Install it yourself (`npx playwright install " +
      "--with-deps chromium`, or your system's package `chromium`), or set CHROMIUM_PATH to its path.",
  );
}

/** Earlier results of `runs`. @type {Map<string, boolean>} */
const tried = new Map();

/** Whether a program exists and prints its version. @param {string} file */
function runs(file) {
  const before = tried.get(file);
  // Don't record a missing program, because `ensureChromium` can install it later.
  if (before !== undefined || !existsSync(file)) return before ?? false;
  const { status } = spawnSync(file, ["--version"], { timeout: VERSION_WITHIN, stdio: "ignore" });
  tried.set(file, status === 0);
  return status === 0;
}

await runIfMain(import.meta.url, async () => {
  console.log(await Promise.resolve(ensureChromium()));
});

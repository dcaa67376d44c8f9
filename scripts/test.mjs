// `npm test`, `npm run test:all` and `npm run test:long`. The last line of output counts the tests.
import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { command, run as runProgram } from "../cli/lib/command";
import { generate } from "./build.mjs";
import { ensureChromium } from "../tests/support/chromium.mjs";
import { ensureLocalSecrets, ROOT, Stop, TSX } from "./local.mjs";
import { failure, success, playwrightResults, vitestResults } from "./test-results.mjs";

/** @typedef {import("./test-results.mjs").TestResult} TestResult */

/** Each step leaves its results here: `--rest` counts those of an earlier `npm test`, too. */
const RESULTS = join(ROOT, ".cache", "test-results");

/** A runner's own report. @param {string} step */
const reportOf = (step) => join(RESULTS, `${step}.report.json`);

const tool = (/** @type {string} */ path) => join("node_modules", path);

/**
 * How a step runs: the arguments of Node, and for a test runner how its report is read.
 *
 * @typedef {{ args: string[], reader?: (report: object) => TestResult[] }} Command
 */

/** @param {string} project of vitest.config.ts @returns {Command} */
const vitest = (project) => ({
  args: [
    ...[tool("vitest/vitest.mjs"), "run", `--project=${project}`],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${reportOf(project)}`],
  ],
  reader: vitestResults,
});

/** @param {string} filter @returns {Command} */
const playwright = (filter) => ({
  args: [tool("playwright/cli.js"), "test", "--reporter=line,json", filter],
  reader: playwrightResults,
});

// Linter and formatter start from `dist`: Node before 20.19 cannot load their `bin`.
/** @type {Record<string, Command>} */
const STEPS = {
  build: { args: [...TSX, "scripts/build.mjs"] },
  lint: { args: [tool("oxlint/dist/cli.js")] },
  imports: { args: [tool("dependency-cruiser/bin/dependency-cruise.mjs"), "."] },
  format: { args: [tool("oxfmt/dist/cli.js"), "--check"] },
  types: { args: [tool("typescript/bin/tsc"), "--noEmit"] },
  unit: vitest("unit"),
  simulator: vitest("simulator"),
  objects: vitest("objects"),
  requests: vitest("requests"),
  browser: playwright("--grep=@quick"),
  "unit-rest": vitest("unit-rest"),
  "simulator-rest": vitest("simulator-rest"),
  "requests-rest": vitest("requests-rest"),
  "browser-rest": playwright("--grep-invert=@quick"),
  browsers: vitest("browsers"),
};

/** The steps of `npm test`. Those of one line run side by side. */
const QUICK = [
  ["build"],
  ["lint", "imports", "format", "types", "unit"],
  ["simulator", "objects"],
  ["requests"],
  ["browser"],
];
/** What `npm run test:all` adds. */
const REST = [["unit-rest", "simulator-rest"], ["requests-rest"], ["browser-rest"], ["browsers"]];
const NEED_BUILD = ["requests", "browser", "requests-rest", "browser-rest", "browsers"];

await runProgram(
  command("npm test --", "Check that nothing is broken: in about five minutes on two quiet cores")
    .argument("[step...]", `only these: ${Object.keys(STEPS).join(", ")}`)
    .option("--all", "everything, in about a quarter of an hour (npm run test:all)", false)
    .option("--long", "everything at full size (npm run test:long)", false)
    .option("--rest", "what --all adds, counted together with the last run", false)
    .action(main),
);

/** @param {string[]} names of steps @param {{ all: boolean, long: boolean, rest: boolean }} options */
async function main(names, options) {
  const unknown = names.filter((name) => !(name in STEPS));
  if (unknown.length > 0) throw new Stop(`There is no step ${unknown.join(", ")}.`);
  if (options.long) process.env.LONG = "1";
  if (!options.rest) await rm(RESULTS, { recursive: true, force: true });
  await mkdir(RESULTS, { recursive: true });
  await ensureLocalSecrets();
  // Some steps need the generated styles even without a build.
  await generate();

  for (const line of linesFor(options, names)) {
    await Promise.all(line.map((step, index) => run(step, index === line.length - 1)));
  }
  await report();
}

/** @param {{ all: boolean, long: boolean, rest: boolean }} values @param {string[]} names of steps; all if empty */
function linesFor({ all, long, rest }, names) {
  if (names.length === 0 && rest) return REST;
  if (names.length === 0) return all || long ? [...QUICK, ...REST] : QUICK;
  const wanted = names.some((name) => NEED_BUILD.includes(name)) ? ["build", ...names] : names;
  return [...QUICK, ...REST]
    .map((line) => line.filter((step) => wanted.includes(step)))
    .filter((line) => line.length > 0);
}

/** Runs a step and stores its results. Its output is shown as it comes, or only if it fails. @param {string} step @param {boolean} isShown */
async function run(step, isShown) {
  const { args, reader } = /** @type {Command} */ (STEPS[step]);
  const start = Date.now();
  if (isShown) console.log(`\n── ${step} ──`);
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      ...(reader === playwrightResults && {
        PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(step),
        CHROMIUM_PATH: ensureChromium(),
      }),
    },
    stdio: ["ignore", isShown ? "inherit" : "pipe", isShown ? "inherit" : "pipe"],
  });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (/** @type {Buffer} */ bytes) => output.push(bytes));
  }
  /** @type {number | null} */
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) process.stdout.write(Buffer.concat(output));

  /** @type {TestResult[]} */
  let results = [code === 0 ? success(step) : failure(step, `exit code ${code}`)];
  if (reader) {
    const text = await readFile(reportOf(step), "utf8").catch(() => "{}");
    results = reader(JSON.parse(text));
    // A runner that crashed or ran no test has failed, whatever its report says.
    const isExplained = results.some(({ status }) => status === "failed");
    if (!isExplained && (code !== 0 || results.length === 0)) {
      results.push(failure(step, `exit code ${code}`));
    }
  }
  const seconds = Math.round((Date.now() - start) / 1000);
  await writeFile(join(RESULTS, `${step}.json`), JSON.stringify({ step, seconds, results }));
  console.log(summary(step, results, seconds));
}

/** Prints the result of each step, then failures, unstable tests and the counts. */
async function report() {
  const files = (await readdir(RESULTS)).filter((name) => !name.endsWith(".report.json"));
  const steps = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(RESULTS, name), "utf8");
      return /** @type {{ step: string, seconds: number, results: TestResult[] }} */ (
        JSON.parse(text)
      );
    }),
  );
  const results = steps.flatMap((step) => step.results);
  const order = Object.keys(STEPS);
  steps.sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step));
  console.log();
  for (const { step, results: own, seconds } of steps) console.log(summary(step, own, seconds));
  for (const { name, status, isUnstable, message = "" } of results) {
    const excerpt = stripVTControlCharacters(message).trim().split("\n").slice(0, 15);
    const text = excerpt.map((row) => `    ${row}`).join("\n");
    if (status === "failed") console.log(`\n✗ ${name}\n${text}`);
    if (isUnstable)
      console.log(`\n~ unstable: failed, and passed when run again: ${name}\n${text}`);
  }
  const { passed, failed, skipped } = count(results);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

/** @param {TestResult[]} results */
function count(results) {
  const having = (/** @type {string} */ wanted) =>
    results.filter(({ status }) => status === wanted).length;
  return { passed: having("passed"), failed: having("failed"), skipped: having("skipped") };
}

/** @param {string} step @param {TestResult[]} results @param {number} seconds */
function summary(step, results, seconds) {
  const { passed, failed, skipped } = count(results);
  const mark = failed === 0 ? "✓" : "✗";
  return `${mark} ${step.padEnd(15)} ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`;
}

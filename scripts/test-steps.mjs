// The kinds of test steps: a command that succeeds or fails, and a runner that counts its tests.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { playwrightResults, vitestResults } from "./conformance.mjs";
import { ROOT } from "./local.mjs";

/**
 * @typedef {import("./conformance.mjs").TestResult} TestResult
 * @typedef {import("./conformance.mjs").PlaywrightReport & { stats?: Record<string, number> }} PlaywrightReport
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 * @typedef {{ count: Count, results: TestResult[] }} Outcome
 * @typedef {(isQuiet: boolean) => Promise<Outcome>} Work If quiet, its output is shown only if it fails.
 */

const bin = (/** @type {string[]} */ ...path) => join(ROOT, "node_modules", ...path);

/**
 * A command whose exit code is its result. It counts as one test.
 *
 * @param {string} script @param {string[]} args
 * @returns {Work}
 */
const check = (script, args) => async (isQuiet) => {
  const isRight = (await run(script, args, {}, isQuiet)) === 0;
  return {
    count: { passed: Number(isRight), failed: Number(!isRight), skipped: 0 },
    results: [],
  };
};

export const build = check(join(ROOT, "scripts", "build.mjs"), []);
export const types = check(bin("typescript", "bin", "tsc"), ["--noEmit"]);
export const lint = check(bin("eslint", "bin", "eslint.js"), [".", "--max-warnings", "0"]);
export const format = check(bin("prettier", "bin", "prettier.cjs"), [
  ...["--check", ".", "--log-level", "warn"],
]);

/**
 * A runner of tests, which writes a report to a file.
 *
 * @template Report
 * @param {string} script
 * @param {(file: string) => { args: string[], env?: Record<string, string> }} command
 * @param {{ count: (report: Report) => Count, read: (report: Report) => TestResult[] }} reader
 * @returns {Work}
 */
const runner = (script, command, reader) => async (isQuiet) => {
  const folder = await mkdtemp(join(tmpdir(), "puerta-report-"));
  try {
    const file = join(folder, "report.json");
    const { args, env } = command(file);
    const code = await run(script, args, env, isQuiet);
    const written = await readFile(file, "utf8").catch(() => "{}");
    const report = /** @type {Report} */ (JSON.parse(written));
    const count = reader.count(report);
    // A runner that crashed or ran no test has failed, whatever the report says.
    const isWhole = count.failed > 0 || (code === 0 && count.passed > 0);
    if (!isWhole) count.failed += 1;
    return { count, results: reader.read(report) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Projects of `vitest.config.ts`.
 *
 * @param {string[]} projects
 */
export const vitest = (...projects) =>
  runner(
    bin("vitest", "vitest.mjs"),
    (file) => ({
      args: [
        "run",
        ...projects.map((name) => `--project=${name}`),
        `--reporter=${join(ROOT, "scripts", "vitest-progress.mjs")}`,
        ...["--reporter=json", `--outputFile.json=${file}`],
      ],
    }),
    {
      count: (/** @type {Record<string, number>} */ report) => ({
        passed: report.numPassedTests ?? 0,
        failed: report.numFailedTests ?? 0,
        skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
      }),
      read: vitestResults,
    },
  );

/**
 * Tests of `playwright.config.ts`.
 *
 * @param {string[]} which arguments that choose some of them
 */
export const playwright = (...which) =>
  runner(
    bin("playwright", "cli.js"),
    (file) => ({
      args: ["test", "--reporter=line,json", ...which],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: ensureChromium() },
    }),
    {
      count: (/** @type {PlaywrightReport} */ { stats = {} }) => ({
        passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
        failed: stats.unexpected ?? 0,
        skipped: stats.skipped ?? 0,
      }),
      read: playwrightResults,
    },
  );

/**
 * @param {string} script @param {string[]} args @param {Record<string, string>} [env]
 * @param {boolean} [isQuiet]
 * @returns {Promise<number | null>} the exit code
 */
function run(script, args, env = {}, isQuiet = false) {
  const output = isQuiet ? "pipe" : "inherit";
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", output, output],
  });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (/** @type {Buffer} */ bytes) => printed.push(bytes));
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code !== 0) process.stdout.write(Buffer.concat(printed));
      resolve(code);
    });
  });
}

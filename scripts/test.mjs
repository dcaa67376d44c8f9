// `npm test`: everything that proves the project, in one command; its last line counts it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { ensureChromium } from "./chromium.mjs";
import { conformanceFaults, playwrightResults, vitestResults } from "./conformance.mjs";
import { ensureLocalSecrets, ROOT, runIfMain, Stop } from "./local.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 * @typedef {import("./conformance.mjs").TestResult} TestResult
 */

/** Every test that ran, for the last step. @type {TestResult[]} */
const results = [];

const bin = (/** @type {string[]} */ ...path) => join(ROOT, "node_modules", ...path);

/**
 * A command whose exit code is its result: it counts as one.
 *
 * @param {string} script @param {string[]} args
 */
const check = (script, args) => async () => {
  const code = await run(script, args);
  return { passed: Number(code === 0), failed: Number(code !== 0), skipped: 0 };
};

/**
 * A runner of tests, which writes what it counted to a file.
 *
 * @param {string} script
 * @param {(report: string) => { args: string[], env?: Record<string, string> }} command
 * @param {(report: Record<string, number> & { stats?: Record<string, number> }) => Count} count
 * @param {(report: object) => TestResult[]} read
 */
const runner = (script, command, count, read) => async () => {
  const folder = await mkdtemp(join(tmpdir(), "puerta-report-"));
  try {
    const report = join(folder, "report.json");
    const { args, env } = command(report);
    const code = await run(script, args, env);
    const written = await readFile(report, "utf8").catch(() => "{}");
    const parsed = /** @type {Parameters<typeof count>[0]} */ (JSON.parse(written));
    results.push(...read(parsed));
    const counted = count(parsed);
    // A runner that crashed, or that ran nothing, has failed, whatever it counted.
    const isRight = counted.failed > 0 || (code === 0 && counted.passed > 0);
    return isRight ? counted : { ...counted, failed: counted.failed + 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** @param {string} project */
const vitest = (project) =>
  runner(
    bin("vitest", "vitest.mjs"),
    (report) => ({
      args: [
        "run",
        "--project",
        project,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
    }),
    ({ numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
    }),
    vitestResults,
  );

const playwright = runner(
  bin("playwright", "cli.js"),
  (report) => ({
    args: ["test", "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM_PATH: ensureChromium() },
  }),
  ({ stats: { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = {} }) => ({
    passed: expected,
    failed: unexpected + flaky,
    skipped,
  }),
  playwrightResults,
);

/** Lines of what a test said when it failed that are repeated at the end. */
const FAULT_LINES = 15;

/** What failed, once more: thousands of lines may stand between it and the end. */
function faultReport() {
  return results.flatMap(({ name, fault }) => {
    if (fault === undefined) return [];
    const lines = stripVTControlCharacters(fault).trim().split("\n").slice(0, FAULT_LINES);
    return [`✗ ${name}`, ...lines.map((line) => `    ${line}`)];
  });
}

/** Every clause of the specification is proved by a test that ran just now. */
async function conformance() {
  const table = await readFile(join(ROOT, "docs", "conformance.md"), "utf8");
  const faults = conformanceFaults(table, results, (path) => existsSync(join(ROOT, path)));
  for (const fault of faults) console.error(fault);
  return { passed: Number(faults.length === 0), failed: Number(faults.length > 0), skipped: 0 };
}

/** In their order. What needs the built site is left out when it could not be built. */
const STEPS = [
  { name: "build", work: check(join(ROOT, "scripts", "build.mjs"), []) },
  { name: "types", work: check(bin("typescript", "bin", "tsc"), ["--noEmit"]) },
  { name: "lint", work: check(bin("eslint", "bin", "eslint.js"), [".", "--max-warnings", "0"]) },
  {
    name: "format",
    work: check(bin("prettier", "bin", "prettier.cjs"), ["--check", ".", "--log-level", "warn"]),
  },
  { name: "unit", work: vitest("unit") },
  { name: "objects", work: vitest("objects") },
  { name: "integration", work: vitest("integration"), needsBuild: true },
  { name: "e2e", work: playwright, needsBuild: true },
  { name: "conformance", work: conformance },
];

/**
 * @param {string} script @param {string[]} args @param {Record<string, string>} [env]
 * @returns {Promise<number | null>} the exit code
 */
function run(script, args, env = {}) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
}

await runIfMain(import.meta.url, async () => {
  const { values, positionals } = parseArgs({
    options: { long: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Stop(
      `There is no step ${unknown.join(", ")}. There are: ${STEPS.map(({ name }) => name).join(", ")}`,
    );
  }
  if (values.long) process.env.LONG = "1";
  await ensureLocalSecrets();

  const total = { passed: 0, failed: 0, skipped: 0 };
  const summary = [];
  let isBuilt = true;
  for (const { name, work, needsBuild = false } of STEPS) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.log(`\n── ${name} ──`);
    const start = Date.now();
    /** @type {Count} */
    const count =
      needsBuild && !isBuilt
        ? { passed: 0, failed: 1, skipped: 0 }
        : await work().catch((/** @type {unknown} */ error) => {
            console.error(error instanceof Stop ? error.message : error);
            return { passed: 0, failed: 1, skipped: 0 };
          });
    if (name === "build") isBuilt = count.failed === 0;
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    const seconds = ((Date.now() - start) / 1000).toFixed(1);
    summary.push(
      `${name.padEnd(12)} ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds} s)`,
    );
  }
  console.log(["", ...faultReport(), "", ...summary, ""].join("\n"));
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});

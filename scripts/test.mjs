// `npm test`, `npm run test:all` and `npm run test:long`. The last line of output counts the tests.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { misused, runCommand } from "./arguments.mjs";
import { generate } from "./build.mjs";
import { conformanceFaults, notYetReport } from "./conformance.mjs";
import { ensureLocalSecrets, ROOT, Stop } from "./local.mjs";
import { build, format, lint, playwright, types, vitest } from "./test-steps.mjs";

/**
 * @typedef {import("./test-steps.mjs").Outcome} Outcome
 * @typedef {object} Step
 * @property {string} name
 * @property {string} says what it does, in words that are printed while it runs
 * @property {boolean} [needsBuild] it counts as failed if the site could not be built
 * @property {import("./test-steps.mjs").Work} work
 */

/**
 * The steps of `npm test`, which take minutes. Steps in one line run side by side.
 *
 * @type {Step[][]}
 */
const QUICK = [
  [{ name: "build", says: "the site is built", work: build }],
  [
    { name: "lint", says: "ESLint", work: lint },
    { name: "types", says: "TypeScript", work: types },
    { name: "format", says: "Prettier", work: format },
    { name: "unit", says: "what decides, by itself", work: vitest("unit") },
  ],
  [
    {
      name: "simulator",
      says: "what chance does to applications, by 2,000 seeds",
      work: vitest("simulator"),
    },
    { name: "objects", says: "Durable Objects, their alarms run by hand", work: vitest("objects") },
  ],
  [
    {
      name: "requests",
      says: "requests to the built Worker",
      needsBuild: true,
      work: vitest("requests"),
    },
  ],
  [
    {
      name: "browser",
      says: "every state of every screen, and a journey in each way of browsing",
      needsBuild: true,
      work: playwright("--grep=@quick"),
    },
  ],
];

/**
 * The steps that `npm run test:all` adds: every clause in every way of browsing.
 *
 * @type {Step[][]}
 */
const REST = [
  [
    {
      name: "unit-rest",
      says: "telephone numbers of every country, in every shape",
      work: vitest("unit-rest"),
    },
  ],
  [
    {
      name: "simulator-rest",
      says: "what chance does to applications, by many more seeds",
      work: vitest("simulator-rest"),
    },
  ],
  [
    {
      name: "requests-rest",
      says: "requests that take their time",
      needsBuild: true,
      work: vitest("requests-rest"),
    },
  ],
  [
    {
      name: "browser-rest",
      says: "every clause in every way of browsing",
      needsBuild: true,
      work: playwright("--grep-invert=@quick"),
    },
  ],
  [
    {
      name: "browsers",
      says: "the journey in Firefox, WebKitGTK and text browsers, where they are installed",
      needsBuild: true,
      work: vitest("browsers"),
    },
  ],
  [{ name: "conformance", says: "every clause of the specification is proved", work: conformance }],
];

/** The results of all tests that ran. @type {import("./conformance.mjs").TestResult[]} */
const results = [];

/** Where `npm test` keeps its results, so that `npm run test:all` need not run its steps again. */
const KEPT = join(ROOT, ".cache", "quick-tests.json");

/** Checks that a test that ran proves each clause of the specification. @returns {Promise<Outcome>} */
async function conformance() {
  const table = await readFile(join(ROOT, "docs", "conformance.md"), "utf8");
  const faults = conformanceFaults(table, results, (path) => existsSync(join(ROOT, path)));
  for (const fault of faults) console.error(fault);
  console.log(notYetReport(table).join("\n"));
  const count = {
    passed: Number(faults.length === 0),
    failed: Number(faults.length > 0),
    skipped: 0,
  };
  return { count, results: [] };
}

/** How many lines of a test's failure are repeated at the end. */
const FAULT_LINES = 15;

/** More unstable tests than this fail the run. */
const MOST_UNSTABLE = 3;

/**
 * Repeats failures at the end, because thousands of lines may have followed them.
 *
 * @param {string} mark @param {typeof results} which
 */
const faultReport = (mark, which) =>
  which.flatMap(({ name, fault = "" }) => {
    const lines = stripVTControlCharacters(fault).trim().split("\n").slice(0, FAULT_LINES);
    return [`${mark} ${name}`, ...lines.map((line) => `    ${line}`)];
  });

/** The counts of all steps together; `summary` has a line for each step. */
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const summary = [];

const FAILED = { count: { passed: 0, failed: 1, skipped: 0 }, results: [] };

/** @param {Step} step @param {boolean} isQuiet */
async function runStep({ name, work }, isQuiet) {
  const start = Date.now();
  /** @type {Outcome} */
  const { count, results: found } = await work(isQuiet).catch((/** @type {unknown} */ error) => {
    console.error(error instanceof Stop ? error.message : error);
    return FAILED;
  });
  results.push(...found);
  for (const key of /** @type {const} */ (["passed", "failed", "skipped"]))
    total[key] += count[key];
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  const line = `${name.padEnd(14)} ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped (${seconds} s)`;
  summary.push(line);
  if (isQuiet) console.log(`${count.failed === 0 ? "✓" : "✗"} ${line}`);
  return count.failed === 0;
}

/**
 * Runs the steps. The last step of a line prints its output; the others print only failures.
 *
 * @param {Step[][]} lines
 */
async function runAll(lines) {
  let isBuilt = true;
  for (const [index, steps] of lines.entries()) {
    console.log(`\n── ${index + 1} of ${lines.length} ──`);
    for (const { name, says } of steps) console.log(`   ${name}: ${says}`);
    const isRight = await Promise.all(
      steps.map((step, place) =>
        step.needsBuild && !isBuilt
          ? runStep({ ...step, work: () => Promise.resolve(FAILED) }, true)
          : runStep(step, place < steps.length - 1),
      ),
    );
    if (steps[0]?.name === "build") isBuilt = isRight[0] ?? false;
  }
}

/**
 * The lines with only the steps of these names, and the build if one of them needs it.
 *
 * @param {Step[][]} lines @param {string[]} names
 */
function chosen(lines, names) {
  const needsBuild = lines.flat().some((step) => names.includes(step.name) && step.needsBuild);
  const wanted = needsBuild ? ["build", ...names] : names;
  return lines
    .map((steps) => steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    .filter((steps) => steps.length > 0);
}

const EVERY = [...QUICK, ...REST];

const USAGE = `npm test                 shows in about ten minutes, on two quiet cores, that nothing is broken
npm test -- STEP...      only these steps, of ${EVERY.flat()
  .map(({ name }) => name)
  .join(", ")}
npm run test:all         everything, in about half an hour
npm run test:long        everything at full size
  --rest                 what npm test has left of npm run test:all
CONTRIBUTING.md#where-tests-go describes the tiers.`;

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    all: { type: "boolean", default: false },
    long: { type: "boolean", default: false },
    rest: { type: "boolean", default: false },
  }),
  most: Infinity,
};

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const names = EVERY.flat().map(({ name }) => name);
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw misused(`There is no step ${unknown.join(", ")}.`, USAGE);
  }
  if (values.rest && (values.long || positionals.length > 0)) {
    throw new Stop("`--rest` goes on from `npm test` as it is, with no other choice.");
  }
  if (values.long) process.env.LONG = "1";
  await ensureLocalSecrets();
  // Some steps need the styles even without a build.
  await generate();

  const isAll = values.all || values.long;
  const lines = values.rest ? REST : isAll || positionals.length > 0 ? EVERY : QUICK;
  if (values.rest) await takeUp();
  else await rm(KEPT, { force: true });
  await runAll(chosen(lines, positionals));
  if (!isAll && !values.rest && positionals.length === 0) await keep();

  const failures = results.filter(({ fault, passed }) => fault !== undefined && !passed);
  const unstable = results.filter(({ isUnstable }) => isUnstable);
  if (unstable.length > MOST_UNSTABLE) total.failed += 1;
  console.log(["", ...faultReport("✗", failures), "", ...summary, ""].join("\n"));
  if (unstable.length > 0) {
    const most = `at most ${MOST_UNSTABLE} may be`;
    console.log(`unstable: failed, and passed when run again (${most})`);
    console.log([...faultReport("~", unstable), ""].join("\n"));
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});

/** Identifies what is tested: the commit, and the changes that are not committed. */
function testedTree() {
  const git = (/** @type {string[]} */ ...args) => spawnSync("git", args, { cwd: ROOT }).stdout;
  const tree = createHash("sha256");
  for (const args of [
    ["rev-parse", "HEAD"],
    ["status", "--porcelain"],
    ["diff", "HEAD"],
  ]) {
    tree.update(String(git(...args)));
  }
  return tree.digest("hex");
}

async function keep() {
  await mkdir(dirname(KEPT), { recursive: true });
  await writeFile(KEPT, JSON.stringify({ tree: testedTree(), results, total, summary }));
}

/** Takes the results of `npm test` over, once. @throws {Stop} if it did not run on this tree */
async function takeUp() {
  const text = await readFile(KEPT, "utf8").catch(() => "{}");
  await rm(KEPT, { force: true });
  const kept =
    /** @type {{ tree?: string, results: typeof results, total: typeof total, summary: string[] }} */ (
      JSON.parse(text)
    );
  if (kept.tree !== testedTree()) {
    throw new Stop("`--rest` goes on from `npm test`: run that first, and change nothing between.");
  }
  results.push(...kept.results);
  summary.push(...kept.summary);
  Object.assign(total, kept.total);
}

// Runs `npm test`, `npm run test:all` and `npm run test:long`. The last line of output counts the tests.
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Command } from "commander";
import { ensureChromium } from "./chromium.mjs";
import { generate } from "./build";
import { ROOT, TSX } from "./local";
import { ensureLocalSecrets } from "./secrets";
import { runIfMain, Stop } from "./stop";
import { playwrightResults, vitestResults, type Result } from "./test-results";

interface Step {
  args: string[];
  reader?: (report: object) => Result[];
}

/** Folder for the steps' results. `--rest` adds to the last run's results. */
const RESULTS = join(ROOT, ".cache", "test-results");
const reportPath = (step: string) => join(RESULTS, `${step}.report.json`);
const tool = (path: string) => join("node_modules", path);

const vitest = (project: string, ...options: string[]): Step => ({
  args: [
    ...[tool("vitest/vitest.mjs"), "run", `--project=${project}`, ...options],
    ...["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath(project)}`],
  ],
  reader: vitestResults,
});

const playwright = (...filter: string[]): Step => ({
  args: [tool("playwright/cli.js"), "test", "--reporter=line,json", ...filter],
  reader: playwrightResults,
});

// The linter and formatter start from `dist`, because Node before 20.19 cannot load their `bin`.
const STEPS: Record<string, Step> = {
  build: { args: [...TSX, "scripts/build.ts"] },
  lint: { args: [tool("oxlint/dist/cli.js")] },
  imports: { args: [tool("dependency-cruiser/bin/dependency-cruise.mjs"), "."] },
  unused: { args: [tool("knip/bin/knip.js")] },
  format: { args: [tool("oxfmt/dist/cli.js"), "--check"] },
  // `lint` reports the same errors, with the faster compiler of the type-aware linter.
  types: { args: [tool("typescript/bin/tsc"), "-b"] },
  unit: vitest("unit"),
  steps: vitest("steps"),
  simulator: vitest("simulator"),
  objects: vitest("objects"),
  // These tests wait for sites and commands, so a third worker keeps the CPU busy.
  requests: vitest("requests", "--maxWorkers=3"),
  // A third worker would take longer to start its sites than it saves.
  browser: playwright("--grep=@quick", "--workers=2"),
  "unit-rest": vitest("unit-rest"),
  "simulator-rest": vitest("simulator-rest"),
  "requests-rest": vitest("requests-rest", "--maxWorkers=3"),
  "browser-rest": playwright("--grep-invert=@quick"),
  browsers: vitest("browsers"),
};

/**
 * The steps of `npm test`. Steps on one line run in parallel: steps that wait or use one core beside steps that use
 * both.
 */
const QUICK = [
  ["lint", "format", "simulator", "build"],
  ["objects", "unit"],
  ["browser", "requests"],
];
const REST = [["imports", "steps", "unit-rest", "requests-rest"], ["browser-rest"], ["browsers"]];
const LONG = [["types", "unused"], ["simulator-rest"]];
const NEED_BUILD = ["requests", "browser", "requests-rest", "browser-rest", "browsers"];

type Options = Partial<Record<"all" | "long" | "rest", boolean>>;

async function main(names: string[], options: Options): Promise<void> {
  const unknown = names.filter((name) => !(name in STEPS));
  if (unknown.length > 0) throw new Stop(`There is no step ${unknown.join(", ")}.`);
  if (options.long) process.env.LONG = "1";
  if (!options.rest) await rm(RESULTS, { recursive: true, force: true });
  await mkdir(RESULTS, { recursive: true });
  await ensureLocalSecrets();
  // Some steps need the generated styles even without a build.
  await generate();
  const temporary = await mkdtemp(join(await findFastFolder(), "puerta-test-"));
  process.env.TMPDIR = temporary;
  try {
    for (const line of linesFor(options, names)) {
      await Promise.all(line.map((step, index) => run(step, index === line.length - 1)));
    }
  } finally {
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
  await report();
}

/** Makes programs with glibc use larger memory pages, which saves a tenth of the CPU time. */
const HUGE_PAGES = { GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" };

/** Linux's in-memory file system, which can be small in containers. */
const MEMORY = "/dev/shm";
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Returns the temporary folder's parent: in memory if possible, because sites wait for each write to a disk. */
async function findFastFolder(): Promise<string> {
  const free = await statfs(MEMORY).catch(() => undefined);
  return free && free.bavail * free.bsize >= NEEDED_BYTES ? MEMORY : tmpdir();
}

function linesFor({ all, long, rest }: Options, names: string[]): string[][] {
  const every = [...QUICK, ...REST, ...LONG];
  if (names.length === 0) {
    return rest ? REST : long ? every : all ? [...QUICK, ...REST] : QUICK;
  }
  const steps = names.some((name) => NEED_BUILD.includes(name)) ? ["build", ...names] : names;
  return every.map((line) => line.filter((step) => steps.includes(step)));
}

/** Runs a step and stores its results. @param isShown whether to print its output even if it passes */
async function run(name: string, isShown: boolean): Promise<void> {
  const { args, reader } = STEPS[name] ?? { args: [] };
  const start = Date.now();
  if (isShown) console.log(`\n── ${name} ──`);
  const env = reader === playwrightResults && {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath(name),
    // Keep compiled tests for the next run.
    PWTEST_CACHE_DIR: join(ROOT, ".cache", "compiled-tests"),
    CHROMIUM_PATH: ensureChromium(),
  };
  const output = isShown ? "inherit" : "pipe";
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...HUGE_PAGES, ...env },
    stdio: ["ignore", output, output],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (bytes: Buffer) => printed.push(bytes));
  }
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) process.stdout.write(Buffer.concat(printed));

  const text = reader && (await readFile(reportPath(name), "utf8").catch(() => "{}"));
  const results = reader && text ? reader(JSON.parse(text) as object) : [];
  // A runner that crashed or ran no test has failed, whatever its report contains.
  const hasFailed = results.some(({ status }) => status === "failed");
  if (!reader && code === 0) results.push({ name, status: "passed" });
  else if (!hasFailed && (code !== 0 || results.length === 0)) {
    results.push({ name, status: "failed", message: `exit code ${String(code)}` });
  }
  const seconds = Math.round((Date.now() - start) / 1000);
  await writeFile(join(RESULTS, `${name}.json`), JSON.stringify({ name, seconds, results }));
  console.log(summary({ name, seconds, results }));
}

interface Done {
  name: string;
  seconds: number;
  results: Result[];
}

async function report(): Promise<void> {
  const files = (await readdir(RESULTS)).filter((name) => !name.endsWith(".report.json"));
  const texts = await Promise.all(files.map((name) => readFile(join(RESULTS, name), "utf8")));
  const order = Object.keys(STEPS);
  const steps = texts
    .map((text) => JSON.parse(text) as Done)
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  console.log(["", ...steps.map(summary)].join("\n"));
  const results = steps.flatMap((step) => step.results);
  for (const { name, status, isUnstable, message = "" } of results) {
    const excerpt = stripVTControlCharacters(message).trim().split("\n").slice(0, 15);
    const text = excerpt.map((row) => `    ${row}`).join("\n");
    if (status === "failed") console.log(`\n✗ ${name}\n${text}`);
    if (isUnstable) console.log(`\n~ unstable, passed on a second run: ${name}\n${text}`);
  }
  const skipped = count(results, "skipped");
  const [passed, failed] = [count(results, "passed"), count(results, "failed")];
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

const count = (results: Result[], status: Result["status"]) =>
  results.filter((result) => result.status === status).length;

function summary({ name, seconds, results }: Done): string {
  const [passed, failed] = [count(results, "passed"), count(results, "failed")];
  const skipped = count(results, "skipped");
  const mark = failed === 0 ? "✓" : "✗";
  return `${mark} ${name.padEnd(15)} ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`;
}

const program = new Command("npm test --")
  .description("Check that nothing is broken, in about six minutes on two cores")
  .argument("[step...]", `steps: ${Object.keys(STEPS).join(", ")}`)
  .option("--all", "also run slow tests, in about 17 minutes (npm run test:all)")
  .option("--long", "run everything at full size (npm run test:long)")
  .option("--rest", "run only what --all adds, and add to the last results")
  .action(main);

await runIfMain(import.meta.url, async () => void (await program.parseAsync()));

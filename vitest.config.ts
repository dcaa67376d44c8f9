import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { defineConfig } from "vitest/config";
import { COMPANIES, objectsPool } from "./tests/objects/pool";
import { isLong } from "./tests/support/size";

/** `~/` is the project's folder, as in `tsconfig.json`. */
const root = { find: /^~\//, replacement: fileURLToPath(new URL(".", import.meta.url)) };
const resolve = { alias: [root] };

/** Slow tests, which only `npm run test:all` runs. */
const SLOW = "tests/requests/**/*.slow.test.ts";
/** Tests that only `npm run test:long` runs. */
const LONG = "tests/requests/**/*.long.test.ts";
const SLOW_UNIT = "{app,cli,scripts}/**/*.slow.test.{ts,mjs}";

/** Tests that count steps, each file in its own process (`tests/support/count-steps.ts`). */
const STEPS = "{app,contract,platform/src,adapters/src,tests/support}/**/*.steps.test.ts";
const COUNT_STEPS = "tests/support/count-steps.ts";
const UNIT_SETUP = ["tests/support/no-console-error.ts", "tests/support/add-all-plans.ts"];

const unit = (name: string, which: { include: string[]; exclude?: string[] }) => ({
  resolve,
  test: {
    name,
    setupFiles: UNIT_SETUP,
    // Starting a process for each file would take longer than the tests.
    isolate: false,
    // Some tests try hundreds of inputs, or the phone numbers of every country.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...which,
  },
});

/** A failed test runs again, and is reported as flaky if it then passes. */
const RETRIES = 1;

/** Requests to the built Worker. */
const requests = (name: string, which: { include?: string[]; exclude?: string[] }) => ({
  resolve,
  test: {
    name,
    include: ["tests/requests/**/*.test.ts"],
    setupFiles: ["tests/support/check-response-headers.ts"],
    retry: RETRIES,
    // Without isolation, a process loads wrangler, which is large, only once.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Long enough for a busy machine. A passing test doesn't wait.
    expect: { poll: { timeout: 60_000 } },
    ...which,
  },
});

/** Delivery under a seeded scheduler, with simulated time, randomness and platform. */
const simulator = (name: string, file: string) => ({
  resolve: {
    alias: [
      root,
      {
        find: "cloudflare:workers",
        replacement: fileURLToPath(
          new URL("tests/simulator/cloudflare-workers.ts", import.meta.url),
        ),
      },
    ],
  },
  test: { name, include: [file], testTimeout: 600_000, hookTimeout: 600_000 },
});

const { project = [] } = parseArgs({
  strict: false,
  options: { project: { type: "string", multiple: true } },
}).values;
/** The pool takes 3 s of the processor to load. */
const needsPool = project.length === 0 || project.includes("objects");

export default defineConfig({
  resolve,
  test: {
    maxWorkers: 2,
    // Generates the style sheets and calling codes that the code imports.
    globalSetup: ["tests/support/generate-files.ts"],
    projects: [
      unit("unit", {
        include: [
          "app/**/*.test.ts",
          "contract/**/*.test.ts",
          "platform/src/**/*.test.ts",
          "adapters/src/**/*.test.ts",
          "{cli,scripts,bench}/**/*.test.{mjs,ts}",
          "tests/support/**/*.test.{mjs,ts}",
        ],
        exclude: [SLOW_UNIT, STEPS],
      }),
      {
        resolve,
        test: {
          name: "steps",
          include: [STEPS],
          setupFiles: [COUNT_STEPS, ...UNIT_SETUP],
          testTimeout: 60_000,
        },
      },
      unit("unit-rest", { include: [SLOW_UNIT] }),
      simulator("simulator", "tests/simulator/simulator.test.ts"),
      simulator("simulator-rest", "tests/simulator/simulator.long.test.ts"),
      {
        resolve,
        plugins: needsPool ? [objectsPool()] : [],
        define: { COMPANIES: JSON.stringify(COMPANIES) },
        test: {
          name: "objects",
          include: ["tests/objects/**/*.test.ts"],
          restoreMocks: true,
          isolate: false,
          setupFiles: ["tests/support/no-console-error.ts", "tests/objects/every-test.ts"],
          // Long enough for a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      requests("requests", { exclude: [SLOW, LONG] }),
      {
        resolve,
        test: {
          name: "browsers",
          retry: RETRIES,
          include: ["tests/engines/**/*.test.ts"],
          isolate: false,
          // Starting a browser takes time. Each wait in a test has its own limit.
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      requests("requests-rest", { include: [SLOW, ...(isLong ? [LONG] : [])] }),
    ],
  },
});

import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { COMPANIES, objectsPool } from "./tests/objects/pool";

/** What takes its time: it is left to `npm run test:all`. */
const SLOW = "tests/requests/**/*.slow.test.ts";
const SLOW_UNIT = "{app,cli,scripts}/**/*.slow.test.{ts,mjs}";

/** What decides, by itself. */
const unit = (name: string, which: { include: string[]; exclude?: string[] }) => ({
  test: {
    name,
    setupFiles: ["tests/support/no-console-error.ts", "tests/support/add-all-plans.ts"],
    // Starting a process per file would take longer than the tests.
    isolate: false,
    // Some try hundreds of inputs, or every country's numbers; a slow machine may take its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...which,
  },
});

/** How often a failed test of these steps is run again. It is reported as unstable if it then passes. */
const RETRIES = 1;

/** Requests to the built Worker. */
const requests = (name: string, which: { include?: string[]; exclude?: string[] }) => ({
  test: {
    name,
    include: ["tests/requests/**/*.test.ts"],
    setupFiles: ["tests/support/check-response-headers.ts"],
    retry: RETRIES,
    // wrangler is large, and read once for all files in a process.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes; only what never comes is a fault.
    expect: { poll: { timeout: 60_000 } },
    ...which,
  },
});

/** The delivery room under a scheduler that a seed decides: time, chance and the platform are a model. */
const simulator = (name: string, file: string) => ({
  resolve: {
    alias: {
      "cloudflare:workers": fileURLToPath(
        new URL("tests/simulator/cloudflare-workers.ts", import.meta.url),
      ),
    },
  },
  test: { name, include: [file], testTimeout: 600_000, hookTimeout: 600_000 },
});

export default defineConfig({
  test: {
    // Each file of requests runs sites of its own. On two cores a third one only slows the others.
    maxWorkers: 2,
    // What decides imports style sheets and calling codes, as a build writes them.
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
        exclude: [SLOW_UNIT],
      }),
      unit("unit-rest", { include: [SLOW_UNIT] }),
      simulator("simulator", "tests/simulator/simulator.test.ts"),
      simulator("simulator-rest", "tests/simulator/simulator.slow.test.ts"),
      {
        plugins: [objectsPool()],
        define: { COMPANIES: JSON.stringify(COMPANIES) },
        test: {
          name: "objects",
          include: ["tests/objects/**/*.test.ts"],
          restoreMocks: true,
          isolate: false,
          setupFiles: ["tests/support/no-console-error.ts", "tests/objects/every-test.ts"],
          // As for requests.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      requests("requests", { exclude: [SLOW] }),
      {
        test: {
          name: "browsers",
          retry: RETRIES,
          include: ["tests/engines/**/*.test.ts"],
          isolate: false,
          // A browser starts, and everything that is waited for in it has a limit of its own.
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      requests("requests-rest", { include: [SLOW] }),
    ],
  },
});

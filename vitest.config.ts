import { defineConfig } from "vitest/config";
import { objectsPool } from "./tests/objects/pool";

export default defineConfig({
  test: {
    // Integration tests run a site for each file, on two cores.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "app/**/*.test.ts",
            "platform/src/**/*.test.ts",
            "scripts/**/*.test.mjs",
            "tests/support/**/*.test.ts",
          ],
          setupFiles: ["tests/support/no-console-error.ts"],
          // Some try every country's numbers, or hundreds of inputs; a slow machine may take its time.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [objectsPool()],
        test: {
          name: "objects",
          include: ["tests/objects/**/*.test.ts"],
          restoreMocks: true,
          isolate: false,
          setupFiles: ["tests/support/no-console-error.ts", "tests/objects/every-test.ts"],
        },
      },
      {
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          setupFiles: ["tests/support/every-answer.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What is waited for comes when it comes; only what never comes is a fault.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});

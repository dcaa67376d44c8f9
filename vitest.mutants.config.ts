import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

/** Unit tests for mutation testing, which runs them thousands of times. */
export default defineConfig({
  resolve: {
    alias: [{ find: /^~\//, replacement: fileURLToPath(new URL(".", import.meta.url)) }],
  },
  test: {
    include: ["app/**/*.test.ts"],
    exclude: [
      ...configDefaults.exclude,
      // Random inputs may kill a mutant in one run but not in the next.
      "**/*.fuzz.test.ts",
      // Trying the phone numbers of every country for each mutant takes hours.
      "app/application/phone/**/*.slow.test.ts",
      "**/*.steps.test.ts",
      // This test needs the built style sheets.
      "app/edge/refusal.server.test.ts",
    ],
    globalSetup: ["tests/support/generate-files.ts"],
    setupFiles: ["tests/support/no-console-error.ts", "tests/support/add-all-plans.ts"],
    // Fail an endless mutant before Stryker times out and restarts its process.
    testTimeout: 3000,
  },
});

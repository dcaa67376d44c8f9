import { configDefaults, defineConfig } from "vitest/config";

/** The unit tests beside the code, as the mutation run makes them: thousands of times. */
export default defineConfig({
  test: {
    include: ["app/**/*.test.ts"],
    exclude: [
      ...configDefaults.exclude,
      // Random inputs would kill a mutant in one run and not in the next.
      "**/*.fuzz.test.ts",
      // Every number of every country, once for each mutant, takes hours.
      "**/*.slow.test.ts",
      // Needs the built styles.
      "app/edge/refusal.server.test.ts",
    ],
    globalSetup: ["tests/support/generate-files.ts"],
    setupFiles: ["tests/support/no-console-error.ts", "tests/support/add-all-plans.ts"],
    // What a mutant keeps from ending is to fail before Stryker loses patience and starts anew.
    testTimeout: 3000,
  },
});

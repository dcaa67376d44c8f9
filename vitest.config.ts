import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Integration tests run a site for each file, on two cores.
    poolOptions: { forks: { maxForks: 2 } },
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
        },
      },
      {
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          setupFiles: ["tests/support/every-answer.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
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
          testTimeout: 30_000,
          hookTimeout: 120_000,
          // Each file runs a site of its own, on two cores.
          poolOptions: { forks: { maxForks: 2 } },
        },
      },
    ],
  },
});

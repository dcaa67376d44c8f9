import { defineConfig } from "playwright/test";
import tests from "../../playwright.config";

/** Configures `npm run screenshots`, which saves screenshots of every state in `SCREEN_STATES`. */
export default defineConfig(tests, {
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../../test-results",
  fullyParallel: true,
  reporter: [["line"]],
  globalTeardown: "./write-index.ts",
});

import { defineConfig } from "playwright/test";
import tests from "../../playwright.config";

/** `npm run screenshots` takes a screenshot of every state of every screen. It tests nothing. */
export default defineConfig(tests, {
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../../test-results",
  fullyParallel: true,
  reporter: [["line"]],
  globalTeardown: "./write-index.ts",
});

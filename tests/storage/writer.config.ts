import { defineConfig } from "playwright/test";
import tests from "../../playwright.config";

/** What `write.mjs` runs. None of it is a test. */
export default defineConfig(tests, {
  testDir: ".",
  testMatch: "writer.ts",
  outputDir: "../../test-results",
  reporter: [["line"]],
});

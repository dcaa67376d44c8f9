import { defineConfig } from "playwright/test";
import tests from "../../playwright.config";

/** `npm run screenshots` draws every state of every screen. None of this is a test. */
export default defineConfig(tests, {
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../../test-results",
  fullyParallel: true,
  reporter: [["line"]],
  globalTeardown: "./write-index.ts",
});

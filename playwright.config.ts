import { defineConfig } from "playwright/test";
import { CHROMIUM_ARGS, findChromium } from "./tests/support/chromium.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests",
  testMatch: "{browser,states}/**/*.spec.ts",
  outputDir: "test-results",
  // Long enough for a busy machine: what goes well waits for none of it.
  timeout: 240_000,
  expect: {
    timeout: 45_000,
    // The whole of each tree: what is new on a page is a difference, too.
    toMatchAriaSnapshot: {
      pathTemplate: "{testDir}/states/trees/{arg}{ext}",
      children: "deep-equal",
    },
  },
  // Each worker runs sites of its own. On two cores a third one only slows the others down.
  workers: 2,
  forbidOnly: true,
  // A test that passes at its second try is reported as unstable.
  retries: 1,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    screenshot: "only-on-failure",
    launchOptions: {
      args: CHROMIUM_ARGS,
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});

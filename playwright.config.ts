import { defineConfig } from "playwright/test";
import { CHROMIUM_ARGS, findChromium } from "./scripts/chromium.mjs";
import { isLong } from "./tests/support/size";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests",
  testMatch: "{browser,states}/**/*.spec.ts",
  // Titles of tests that only `npm run test:long` runs end with `@long`.
  ...(isLong ? {} : { grepInvert: /@long$/ }),
  outputDir: "test-results",
  preserveOutput: "failures-only",
  // Long enough for a busy machine. A passing test doesn't wait.
  timeout: 240_000,
  expect: {
    timeout: 45_000,
    // Compare entire trees, so that new content on a page is also reported.
    toMatchAriaSnapshot: {
      pathTemplate: "{testDir}/states/trees/{arg}{ext}",
      children: "deep-equal",
    },
  },
  // Each worker runs its own sites. Tests often wait, so that three workers use two cores better than two. With four,
  // slower pages are polled more often.
  workers: 3,
  forbidOnly: true,
  // A test that passes on its second try is reported as flaky.
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

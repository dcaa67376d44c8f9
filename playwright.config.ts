import { defineConfig } from "playwright/test";
import { CHROMIUM_ARGS, findChromium } from "./scripts/chromium.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Each worker runs two sites of its own; the machine that this is measured on has two cores.
  workers: 1,
  forbidOnly: true,
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

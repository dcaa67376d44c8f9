import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyTwice, photograph } from "~/bench/journeys.mjs";
import { startPhoneSite } from "~/bench/phone-sites.mjs";
import { CHROMIUM_ARGS, ensureChromium } from "~/scripts/chromium.mjs";

const MB = 1024 ** 2;

let site: Awaited<ReturnType<typeof startPhoneSite>>;
let browser: Awaited<ReturnType<typeof chromium.launch>>;

beforeAll(async () => {
  site = await startPhoneSite();
  browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

test("photos shrink to less than 1.2 MB, and a second application needs fewer keystrokes", async () => {
  const photos = await photograph(browser);
  for (const { buffer } of photos) expect(buffer.length).toBeGreaterThan(3.8 * MB);
  const [first, second] = await applyTwice(browser, site, {
    files: photos,
    keepsDetails: true,
    isSlow: false,
  });
  for (const { up, down } of [first, second]) expect(up + down).toBeLessThan(1.2 * MB);
  expect(first.keys).toBeGreaterThan(30);
  expect(second.keys).toBeLessThanOrEqual(first.keys / 3);
  expect(second.taps).toBeLessThanOrEqual(first.taps);
}, 120_000);

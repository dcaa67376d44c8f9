import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPhone } from "~/bench/phone.mjs";
import { startPhoneSite } from "~/bench/phone-sites.mjs";
import { computeFigures } from "~/bench/visit.mjs";
import { apply, CV_SHA256, readPosition } from "~/bench/visitors.mjs";
import { CHROMIUM_ARGS, ensureChromium } from "~/scripts/chromium.mjs";
import { isLong } from "../support/size";

// Measures the bytes that a slow phone downloads until the receipt, as `npm run bench -- slow-phone` does. Responses
// are compressed as at the edge, and HTTP/1.1 headers are counted.

const KB = 1024;
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

test.each([
  ["an applicant with scripts", 100, true] as const,
  ...(isLong ? [["an applicant without scripts", 24, false] as const] : []),
])(
  "%s downloads at most %s KB",
  async (_, maxKb, scripts) => {
    const phone = await openPhone(browser, { scripts });
    const { number, ...steps } = await apply(phone, site.url + site.position.path);
    site.receipts.push(number);
    const seen = phone.seen();
    await phone.close();
    expect(seen.failures).toEqual([]);
    const { bytes } = computeFigures(seen, site.position.html, steps);
    // Fewer bytes than the page would mean an incomplete measurement.
    expect(bytes).toBeGreaterThan(8 * KB);
    expect(bytes).toBeLessThanOrEqual(maxKb * KB);
    await site.expectArrived(CV_SHA256);
  },
  120_000,
);

test.runIf(isLong)(
  "a reader of the list and of a position downloads at most 31 KB",
  async () => {
    const phone = await openPhone(browser);
    await readPosition(phone, site.url + site.list.path, site.position.path);
    const seen = phone.seen();
    await phone.close();
    const { bytes } = computeFigures(seen, "", {});
    expect(bytes).toBeGreaterThan(12 * KB);
    expect(bytes).toBeLessThanOrEqual(31 * KB);
  },
  120_000,
);

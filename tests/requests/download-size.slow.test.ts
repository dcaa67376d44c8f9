import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPhone } from "../../bench/phone.mjs";
import { startPhoneSite } from "../../bench/phone-sites.mjs";
import { figures } from "../../bench/visit.mjs";
import { apply, CV_SHA256, read } from "../../bench/visitors.mjs";
import { CHROMIUM_ARGS, ensureChromium } from "../support/chromium.mjs";
import { ROOT } from "../../scripts/local";

// What comes down the line of a slow phone, from the first byte to the receipt (design, section 9), as
// `npm run bench -- slow-phone` measures it: the answers of a site with its platform, compressed as by the
// edge, with the headers of HTTP/1.1.

const KB = 1024;
const EVERYTHING = ["Document", "Script", "Image", "other"];

let site: Awaited<ReturnType<typeof startPhoneSite>>;
let browser: Awaited<ReturnType<typeof chromium.launch>>;

beforeAll(async () => {
  site = await startPhoneSite(ROOT);
  browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

test.each([
  ["an applicant with scripts", 100, true],
  ["an applicant without scripts", 24, false],
])(
  "%s downloads at most %s KB",
  async (_, most, scripts) => {
    const phone = await openPhone(browser, { scripts });
    const { number, ...did } = await apply(phone, site.url + site.position.path);
    site.receipts.push(number);
    const seen = phone.seen();
    await phone.close();
    expect(seen.faults).toEqual([]);
    const { bytes } = figures(seen, site.position.html, did).down(EVERYTHING);
    // Less than the page itself would be a visit that was not counted.
    expect(bytes).toBeGreaterThan(8 * KB);
    expect(bytes).toBeLessThanOrEqual(most * KB);
    await site.expectArrived(CV_SHA256);
  },
  120_000,
);

test("a reader of the list and of a position downloads at most 31 KB", async () => {
  const phone = await openPhone(browser);
  await read(phone, site.url + site.list.path, site.position.path);
  const seen = phone.seen();
  await phone.close();
  const { bytes } = figures(seen, "", {}).down(EVERYTHING);
  expect(bytes).toBeGreaterThan(12 * KB);
  expect(bytes).toBeLessThanOrEqual(31 * KB);
}, 120_000);

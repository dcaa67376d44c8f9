// Measures the keys, taps, bytes and time of two applications at one company on a slow phone, with two photographed
// CV pages: `npm run bench -- journeys`
import { chromium } from "playwright";
import { CHROMIUM_ARGS, ensureChromium } from "../scripts/chromium.mjs";
import { runIfMain } from "../scripts/stop";
import { phonePhoto } from "../tests/support/photo";
import { openPhone } from "./phone.mjs";
import { startPhoneSite } from "./phone-sites.mjs";

/** @typedef {import("./phone.mjs").Phone} Phone */
/** @typedef {{ name: string; mimeType: string; buffer: Buffer }} ChosenFile */

/** Delay between keys, in ms. */
const KEY_MS = 60;

/** Limit for shrinking, uploading and sending, in ms. */
const WITHIN = { timeout: 400_000 };

const DETAILS = [
  ["#first_name", "María José"],
  ["#last_name", "O'Neill Núñez"],
  ["#phone", "612345678"],
];

/**
 * Creates photos of two CV pages, about 4 MB each.
 *
 * @param {import("playwright").Browser} browser
 * @returns {Promise<[ChosenFile, ChosenFile]>}
 */
export async function photograph(browser) {
  const page = await browser.newPage();
  const photos = [
    await phonePhoto(page, "cv-1.jpg", { isLarge: true }),
    await phonePhoto(page, "cv-2.jpg", { isLarge: true }),
  ];
  await page.close();
  const [first, second] = photos;
  if (!first || !second) throw new Error("Two photos are required");
  return [first, second];
}

/**
 * Applies for a position and waits for the receipt.
 *
 * @param {Phone} phone @param {string} position its URL
 * @param {{ files: ChosenFile[]; offersDetails?: boolean; keepsDetails?: boolean }} way files: the CV or
 * its pages; offersDetails: whether the form offers stored details; keepsDetails: whether to store them
 * @returns keys, taps, bytes in each direction including headers, and ms until the receipt
 */
export async function applyWith(phone, position, { files, offersDetails, keepsDetails }) {
  const { page, quiet, seen } = phone;
  const count = { keys: 0, taps: 0 };
  const journeyStart = Date.now();
  const tap = async (/** @type {string} */ selector) => {
    count.taps += 1;
    await page.locator(selector).first().click(WITHIN);
  };
  const write = async (/** @type {string} */ selector, /** @type {string} */ text) => {
    await tap(selector);
    count.keys += text.length;
    await page.keyboard.type(text, { delay: KEY_MS });
  };
  // The phone's file dialog is not counted.
  const choose = async (/** @type {string} */ selector, /** @type {ChosenFile} */ file) => {
    count.taps += 1;
    await page.locator(selector).setInputFiles(file, WITHIN);
  };

  await page.goto(position, { waitUntil: "commit" });
  await tap('a[href="#apply"]:visible');
  const [first, ...others] = files;
  if (!first) throw new Error("A CV is required");
  if (offersDetails) await tap(".draft-notice button");
  else for (const [field = "", text = ""] of DETAILS) await write(field, text);
  await choose("#cv", first);
  for (const file of others) await choose("#cv-page", file);
  if (others.length > 0) await page.locator(".photo-pages li").nth(others.length).waitFor(WITHIN);
  for (const group of await page.locator("#application [role=radiogroup]").all()) {
    count.taps += 1;
    await group.locator("input[id]").first().check();
  }
  for (const field of await page.locator("#application textarea").all()) {
    await write(`#${await field.getAttribute("id")}`, "Porque me gusta.");
  }
  await tap("#privacy_policy");
  await tap(".button-submit");
  await page.locator("section.receipt").waitFor(WITHIN);
  const ms = Date.now() - journeyStart;
  if (keepsDetails) await tap(".receipt-details input");
  await quiet();
  const requests = seen().requests.filter(({ startedAt }) => startedAt >= journeyStart);
  const sum = (/** @type {"up" | "down"} */ direction) =>
    requests.reduce((all, request) => all + request[direction], 0);
  return { ...count, up: sum("up"), down: sum("down"), ms };
}

/** @typedef {Awaited<ReturnType<typeof applyWith>>} Journey */

/**
 * Applies for two positions of one company with a new phone.
 *
 * @param {import("playwright").Browser} browser
 * @param {import("./phone-sites.mjs").PhoneSite} site
 * @param {{ files: ChosenFile[]; keepsDetails: boolean; isSlow?: boolean }} way
 * @returns {Promise<[first: Journey, second: Journey]>}
 */
export async function applyTwice(
  browser,
  { url, positions },
  { files, keepsDetails, isSlow = true },
) {
  const phone = await openPhone(browser, { isSlow });
  // Skip positions with open questions, because their answers must be typed each time.
  const [jobA, jobB] = positions.filter(({ html }) => !html.includes("<textarea"));
  if (!jobA || !jobB) throw new Error("Two positions without open questions are required");
  const first = await applyWith(phone, url + jobA.path, { files, keepsDetails });
  const second = await applyWith(phone, url + jobB.path, { files, offersDetails: keepsDetails });
  await phone.close();
  return [first, second];
}

await runIfMain(import.meta.url, async () => {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
  const files = await photograph(browser);
  const site = await startPhoneSite();
  console.log("| application | keys | taps | up | down | time |");
  console.log("| --- | --- | --- | --- | --- | --- |");
  const journeys = await applyTwice(browser, site, { files, keepsDetails: true });
  for (const [index, { keys, taps, up, down, ms }] of journeys.entries()) {
    const kb = (/** @type {number} */ bytes) => `${Math.round(bytes / 1024)} KB`;
    const name = index === 0 ? "first" : "second";
    const cells = [name, keys, taps, kb(up), kb(down), `${Math.round(ms / 1000)} s`];
    console.log(`| ${cells.join(" | ")} |`);
  }
  await site.stop();
  await browser.close();
});

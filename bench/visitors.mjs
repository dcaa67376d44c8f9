// Visitors with a slow phone: a reader and an applicant.
import { createHash, randomBytes } from "node:crypto";

/** @typedef {import("./phone.mjs").Phone} Phone */

/** Distance (px) and duration (ms) of a swipe. */
const SCROLL_PX = 300;
const SCROLL_MS = 150;

/** Delay between keys, in ms. */
const KEY_MS = 60;

/** A small CV whose content, like a PDF's, does not compress. */
export const CV = {
  name: "cv.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(20 * 1024 - 9)]),
};
export const CV_SHA256 = createHash("sha256").update(CV.buffer).digest("hex");

/**
 * Opens a page and waits until it is quiet.
 *
 * @param {Phone} phone @param {string} url
 */
export async function openPage({ page, quiet }, url) {
  await page.goto(url, { waitUntil: "load" });
  await quiet();
}

/**
 * Opens a list and a position, and scrolls. On a long page, stops more than a screen before the form.
 *
 * @param {Phone} phone @param {string} list URL @param {string} position path
 */
export async function readPosition(phone, list, position) {
  const { page, quiet } = phone;
  await openPage(phone, list);
  await page.locator(`a[href="${position}"]`).first().click();
  await page.waitForURL(`**${position}`, { waitUntil: "load" });
  const form = page.locator("form#application");
  const screen = page.viewportSize()?.height ?? 0;
  for (;;) {
    const { y } = (await form.boundingBox()) ?? { y: 0 };
    if (y - SCROLL_PX <= 2 * screen) break;
    await page.mouse.wheel(0, SCROLL_PX);
    await page.waitForTimeout(SCROLL_MS);
  }
  await quiet();
}

/**
 * Opens a position and follows the link to its form as soon as it appears.
 *
 * @param {Phone} phone @param {string} position its URL
 * @returns time of the first touch, in ms since 1970
 */
export async function goToForm({ page }, position) {
  await page.goto(position, { waitUntil: "commit" });
  const link = page.locator('a[href="#apply"]:visible').first();
  await link.waitFor();
  const touched = Date.now();
  await link.click();
  return touched;
}

/** Unique per application: the platform accepts one application per phone number. */
let phoneNumber = 612_000_000;

/**
 * Opens a position and sends its form with a small CV.
 *
 * @param {Phone} phone @param {string} position its URL
 * @returns times of the first touch and the submit, in ms since 1970, and the receipt number
 */
export async function apply(phone, position) {
  const { page, quiet } = phone;
  const touched = await goToForm(phone, position);
  const write = async (
    /** @type {import("playwright").Locator} */ field,
    /** @type {string} */ text,
  ) => {
    await field.click();
    await page.keyboard.type(text, { delay: KEY_MS });
  };
  await write(page.locator("#first_name"), "María José");
  await write(page.locator("#last_name"), "O'Neill Núñez");
  await write(page.locator("#phone"), String((phoneNumber += 1)));
  await page.locator("#cv").setInputFiles(CV);
  for (const group of await page.locator("#application [role=radiogroup]").all()) {
    await group.locator("input[id]").first().check();
  }
  for (const field of await page.locator("#application textarea").all()) {
    await write(field, "Porque me gusta.");
  }
  await page.locator("#privacy_policy").check();

  const submit = page.locator(".button-submit");
  await submit.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await submit.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const submitted = Date.now();
  await page.mouse.click(x + width / 2, y + height / 2);
  const receipt = page.locator("section.receipt");
  await receipt.waitFor();
  await quiet();
  // The receipt also shows its URL, which contains uuids.
  const [number = ""] =
    /(?<![-\w])[0-9A-Z]{4}-[0-9A-Z]{4}(?![-\w])/.exec(await receipt.innerText()) ?? [];
  return { touched, submitted, number };
}

// `npm run pictures`: draws the pictures of the documentation anew, from the seeded site.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { runCommand } from "./arguments.mjs";
import { CHROMIUM_ARGS, findChromium } from "./chromium.mjs";
import { ensureLocalSecrets, ROOT } from "./local.mjs";
import { seed, seededCompanies } from "./seed.mjs";
import { startSiteServer } from "./site-server.mjs";

/** A position of a company whose pages are in English. */
const POSITION = "/harbour-lane-ferries/position/8b3dd1c1-8342-445d-9ef5-58ed58271f6c";

/** @typedef {import("playwright").Page} Page */

/** The states of the phone field, by the names of their pictures: how a candidate gets there. */
const PHONE_STATES = {
  begun: (/** @type {Page} */ page) => phone(page).focus(),
  typed: (/** @type {Page} */ page) => phone(page).pressSequentially("7400 12345"),
  "other-country": (/** @type {Page} */ page) => put(page, "+14165550123"),
  unknown: (/** @type {Page} */ page) => put(page, "+999"),
  extension: (/** @type {Page} */ page) => put(page, "tel:+34 612 34 56 78 ext. 12"),
  wrong: async (/** @type {Page} */ page) => {
    await put(page, "+44 7400 12");
    await page.locator("#last_name").focus();
    await page.locator("#phone-error").waitFor();
  },
  list: async (/** @type {Page} */ page) => {
    await page.locator("button.phone-country").click();
    await page.keyboard.press("ArrowDown");
  },
  search: async (/** @type {Page} */ page) => {
    await page.locator("button.phone-country").click();
    await page.getByRole("combobox").fill("united");
  },
};

const phone = (/** @type {Page} */ page) => page.locator("#phone");

/** @param {Page} page @param {string} text */
async function put(page, text) {
  await phone(page).fill("");
  await phone(page).fill(text);
}

/** @param {Page} page @param {string} name */
async function draw(page, name) {
  const field = await page.locator(".field:has(#phone)").boundingBox();
  const list = await page
    .locator(".phone-countries")
    .boundingBox({ timeout: 100 })
    .catch(() => null);
  if (!field) throw new Error("There is no phone field");
  const height = Math.max(field.height, list ? list.y + list.height - field.y : 0);
  const clip = { x: field.x - 12, y: field.y - 12, width: field.width + 24, height: height + 24 };
  await page.screenshot({ path: join(ROOT, "docs", "pictures", `phone-${name}.png`), clip });
}

/** What the documents show of each example company: name of the picture, width, height, scheme. */
const BRAND_PICTURES = [
  { suffix: "", width: 1280, height: 960, colorScheme: /** @type {const} */ ("light") },
  { suffix: "-dark", width: 1280, height: 960, colorScheme: /** @type {const} */ ("dark") },
  { suffix: "-phone", width: 390, height: 844, colorScheme: /** @type {const} */ ("light") },
];

/** The companies as their visitors see them. @param {import("playwright").Browser} browser @param {string} url */
async function drawBrands(browser, url) {
  for (const { careerSitePath, positionPath } of await seededCompanies()) {
    const brand = careerSitePath.split("/")[1] ?? "";
    for (const { suffix, width, height, colorScheme } of BRAND_PICTURES) {
      const css = await readFile(join(ROOT, "platform", "seed", brand, "brand.css"), "utf8");
      if (colorScheme === "dark" && !css.includes("light dark")) continue;
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      const isPhone = suffix === "-phone";
      await page.goto(url + (isPhone ? (positionPath ?? careerSitePath) : careerSitePath));
      const path = join(ROOT, "docs", "pictures", `brand-${brand}${suffix}.png`);
      await page.screenshot({ path });
      await page.close();
    }
  }
}

/** A form with mistakes, and a receipt. @param {import("playwright").Browser} browser @param {string} url */
async function drawForms(browser, url) {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    locale: "en-GB",
    reducedMotion: "reduce",
  });
  const shoot = (/** @type {string} */ name) =>
    page.screenshot({ path: join(ROOT, "docs", "pictures", `form-${name}.png`) });
  await page.goto(url + POSITION);
  await page.locator("form#application").evaluate((form) => form.setAttribute("novalidate", ""));
  await page.getByLabel("First name").fill("Ada");
  await page.locator(".button-submit").click();
  await page.locator("#answer").waitFor();
  await shoot("errors");
  await page.getByLabel("Last name").fill("Lovelace");
  await phone(page).fill("07400 123456");
  for (const group of await page.getByRole("radiogroup").all()) {
    await group.getByRole("radio").first().check();
  }
  for (const text of await page.locator("textarea").all()) await text.fill("I like the sea.");
  await page.locator("#privacy_policy").check();
  await page.locator(".button-submit").click();
  await page.locator(".receipt-delivered").waitFor();
  await shoot("receipt");
  await page.close();
}

const USAGE = `npm run pictures      draws docs/pictures anew, from the example companies on the site as it was built
                      last (npm run build). It needs Chromium; CHROMIUM_PATH names one.`;

await runCommand(import.meta.url, { usage: USAGE, options: {} }, async () => {
  const persistTo = await mkdtemp(join(tmpdir(), "puerta-pictures-"));
  await ensureLocalSecrets();
  await seed({ persistTo });
  const site = await startSiteServer({ embedded: true, persistTo });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    const open = async () => {
      const page = await browser.newPage({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        locale: "en-GB",
      });
      await page.goto(site.url + POSITION);
      await page.locator("#application").evaluate((form) => form.scrollIntoView());
      return page;
    };
    await drawBrands(browser, site.url);
    await drawForms(browser, site.url);
    await draw(await open(), "plain");
    for (const [name, reach] of Object.entries(PHONE_STATES)) {
      const page = await open();
      await page.locator("#first_name").focus();
      await page.locator("button.phone-country").waitFor();
      await reach(page);
      await draw(page, name);
    }
  } finally {
    await browser.close();
    await site.stop();
    await rm(persistTo, { recursive: true, force: true });
  }
});

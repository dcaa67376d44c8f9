import type { Browser, Page } from "playwright/test";
import { pageOf } from "../support/application-form";
import type { fakePositions } from "../support/fake-platform";
import { isAwake } from "../support/fixtures";
import { fillIn, submit, type Filling } from "../support/form-page";
import { readBrowserStorage, type BrowserStorage } from "./browser-storage";
import { CV, type Driven } from "./states";

const FILE = { name: CV.name, mimeType: "application/rtf", buffer: CV.bytes };

/**
 * Has a browser keep what it keeps of four positions: one applied to; a draft whose CV never went up;
 * one whose CV the server holds; and one that was being sent when the browser was closed.
 */
export async function writeBrowser(browser: Browser, { url }: Driven): Promise<BrowserStorage> {
  const context = await browser.newContext({ locale: "es-ES" });
  const open = async (position: keyof typeof fakePositions) => {
    const page = await context.newPage();
    // At an address whose page is not kept: kept pages have tests of their own.
    await page.goto(`${url}${pageOf(position)}?q=any`);
    await page.waitForFunction(() => document.querySelector("#application") !== null);
    await page.locator("#first_name").focus();
    await until(() => isAwake(page));
    return page;
  };
  try {
    const applied = await open("listQuestions");
    await fill(applied, { cv: FILE });
    await submit(applied);
    await until(async () => (await keyed(applied, "appliedPositions")) !== undefined);

    const offline = await open("questions");
    await offline.route("**/-/applications/**", (route) => route.abort());
    await fill(offline, { cv: FILE });

    const held = await open("plain");
    await fill(held, { cv: FILE });

    const sending = await open("csrf");
    await fill(sending, { cv: null });
    await sending.route(/\/-\/applications\/[^/]+$|\?position=/, () => undefined);
    await submit(sending);
    // A draft is stored 0.3 s after the last key, and removed when it is sent.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return await readBrowserStorage(sending);
  } finally {
    await context.close();
  }
}

/** Fills in the form of any build; the groups of choices are not marked up alike in all of them. */
async function fill(page: Page, filling: Filling) {
  await fillIn(page, filling);
  const names = new Set<string | null>();
  for (const choice of await page.locator("form#application input[type=radio]:enabled").all()) {
    const name = await choice.getAttribute("name");
    if (!names.has(name)) await choice.check();
    names.add(name);
  }
}

const keyed = (page: Page, key: string) =>
  page.evaluate((name) => localStorage.getItem(name) ?? undefined, key);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error("The page does not come so far");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

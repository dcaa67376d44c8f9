import type { Page, Response } from "playwright/test";
import { fakeClientCode, fakeClientUuid } from "./fake-platform";

export { manyJobs } from "./many-jobs";

export const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

export const search = (page: Page) => page.getByRole("searchbox");
export const rows = (page: Page) =>
  page.getByRole("listitem").filter({ has: page.locator(".job-facts") });
export const count = (page: Page) => page.locator("#job-count");

/** Opens the filters, which are collapsed on a phone. */
export const openFilters = (page: Page) => page.locator("summary").click();

/** Enters a search and presses Enter, which starts the search on pages without scripts. */
export async function searchFor(page: Page, words: string) {
  await search(page).fill(words);
  await search(page).press("Enter");
}

/** Matches the script that updates the results while the candidate types. */
export const LIST_SCRIPT = /\/start\.js$/;

/** Waits until a script has loaded, and then until the page is idle, for at most a second. */
export async function waitForScript(page: Page, script: Response): Promise<void> {
  await script.finished();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })));
}

/** Opens a list of jobs and waits until the live search works. */
export async function openLiveSearch(page: Page, url: string): Promise<void> {
  const script = page.waitForResponse(LIST_SCRIPT);
  await page.goto(url);
  await waitForScript(page, await script);
}

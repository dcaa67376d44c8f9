import type { Page } from "playwright/test";
import { fakeClientCode, fakeClientUuid } from "./fake-platform";

export const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

/** A list of so many jobs: `Puesto 1` in Lugo, `Puesto 2` in Ávila, … */
export const manyJobs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    uuid: `job-${index + 1}`,
    name: `Puesto ${index + 1}`,
    location: index % 2 === 0 ? "Lugo" : "Ávila",
    contract_type: "Indefinido",
  }));

export const search = (page: Page) => page.getByRole("searchbox");
export const rows = (page: Page) =>
  page.getByRole("listitem").filter({ has: page.locator(".job-facts") });
export const count = (page: Page) => page.locator("#job-count");

/** Types a search and presses Enter, which is needed without scripts. */
export async function searchFor(page: Page, words: string) {
  await search(page).fill(words);
  await search(page).press("Enter");
}

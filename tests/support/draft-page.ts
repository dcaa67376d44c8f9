import type { Page } from "playwright/test";
import { retryAfterNavigation, expect } from "./fixtures";

export const restoredNotice = (page: Page) => page.locator(".draft-notice");
export const uploadedMessage = (page: Page) =>
  page.locator(".cv-transfer").getByText("CV subido.").first();

/** Returns the keys of the stored drafts and the number of stored files. */
export const readStorage = (page: Page) =>
  retryAfterNavigation(() =>
    page.evaluate(async () => {
      const hasFiles = await caches.has("puertaDrafts");
      const files = hasFiles ? await (await caches.open("puertaDrafts")).keys() : [];
      return {
        drafts: Object.keys(localStorage).filter((key) => key.startsWith("puertaDraft:")),
        files: files.length,
      };
    }),
  );

/** Makes the stored drafts this many hours older. */
export const ageDraft = (page: Page, hours: number) =>
  page.evaluate(
    (ms) => {
      // Store pending input now, because storing it on unload would reset a draft's age.
      dispatchEvent(new Event("pagehide"));
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith("puertaDraft:")) continue;
        const draft = JSON.parse(localStorage.getItem(key) ?? "") as { at: number };
        localStorage.setItem(key, JSON.stringify({ ...draft, at: draft.at - ms }));
      }
    },
    hours * 60 * 60 * 1000,
  );

export async function expectFilledIn(page: Page) {
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Apellidos")).toHaveValue("O'Neill Núñez");
  await expect(page.getByLabel("Teléfono")).toHaveValue(/612 34 56 78$/);
  await expect(page.getByLabel("Sí", { exact: true })).toBeChecked();
  await expect(page.locator("textarea")).toHaveValue("Porque sí");
  await expect(page.locator("#privacy_policy")).toBeChecked();
}

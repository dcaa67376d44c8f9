import type { Page } from "playwright/test";
import { askPage, expect } from "./fixtures";

export const restored = (page: Page) => page.locator(".draft-notice");
export const uploaded = (page: Page) =>
  page.locator(".cv-transfer").getByText("CV subido.").first();

/** What the site keeps on the device: the names of drafts, and how many files. */
export const kept = (page: Page) =>
  askPage(() =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases();
      const files = await new Promise<number>((resolve) => {
        if (databases.length === 0) {
          resolve(0);
          return;
        }
        const opening = indexedDB.open("puertaDrafts", 1);
        opening.onsuccess = () => {
          const count = opening.result.transaction("files").objectStore("files").count();
          count.onsuccess = () => resolve(count.result);
          opening.result.close();
        };
      });
      return {
        drafts: Object.keys(localStorage).filter((key) => key.startsWith("puertaDraft:")),
        files,
      };
    }),
  );

export async function expectFilledIn(page: Page) {
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Apellidos")).toHaveValue("O'Neill Núñez");
  await expect(page.getByLabel("Teléfono")).toHaveValue(/612 34 56 78$/);
  await expect(page.getByLabel("Sí", { exact: true })).toBeChecked();
  await expect(page.locator("textarea")).toHaveValue("Porque sí");
  await expect(page.locator("#privacy_policy")).toBeChecked();
}

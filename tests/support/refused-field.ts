import type { Locator, Page } from "playwright/test";
import { expect, hasScripts, type Way } from "./fixtures";
import { summary } from "./form-page";

/**
 * Expects an error at this field after a submit. Scripts show the error in the summary and at the field.
 * Without scripts, the browser focuses the field.
 */
export async function expectRefusedField(page: Page, way: Way, field: Locator) {
  if (!hasScripts(way)) {
    await expect(field).toBeFocused();
    return;
  }
  await expect(summary(page)).toBeFocused();
  const group = page.locator(".field", { has: field });
  const message = await group.locator(".field-error").textContent();
  await expect(summary(page).getByRole("link", { name: message ?? "-" })).toBeVisible();
}

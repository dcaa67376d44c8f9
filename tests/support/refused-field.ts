import type { Locator, Page } from "playwright/test";
import { expect, hasScripts, type Way } from "./fixtures";
import { summary } from "./form-page";

/**
 * Expects that a form was not sent because this field is wrong: scripts say so in the summary and at the
 * field; without them the browser leads to the field, and says so in a bubble.
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

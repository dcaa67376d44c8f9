import type { Page } from "playwright/test";
import { pageOf } from "./application-form";
import { expect, expectAwake } from "./fixtures";
import { fillIn } from "./form-page";
import { noteTimersFrom } from "./page-timers";

/** What the provider's stand-in recorded in the page. */
export const asked = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { botCheck: { runs: [string, string][]; resets: number } }).botCheck,
  );

export const verifying = (page: Page) => page.getByRole("button", { name: "Verificando..." });

/** Opens a form, fills it in and stops the page's clock. */
export async function ready(page: Page, url: string) {
  await page.clock.install();
  await noteTimersFrom(page);
  await page.goto(url + pageOf("questions"));
  await expectAwake(page);
  await fillIn(page);
  await expect(page.locator(".cv-transfer").getByText("CV subido.").first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
}

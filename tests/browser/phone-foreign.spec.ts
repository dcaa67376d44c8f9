import type { Page } from "playwright/test";
import { pageOf } from "../support/application-form";
import { expect, open, test } from "../support/fixtures";
import { WRONG, country, openPhone, phone } from "../support/phone-page";

/** A British number as it is dialled in Britain, for a position in Spain. */
const BRITISH = "07400 123456";

const GUESS = "Parece un número de otro país: ¿querías decir +44 7400 123456 (Reino Unido)?";

test("full: a number of another country is called wrong and guessed, on leaving the field or when the browser fills it in", async ({
  browse,
  fakeSite,
}) => {
  const guessOn = (page: Page) => page.getByRole("status").filter({ hasText: GUESS });
  const typed = await browse("full");
  await openPhone(typed, fakeSite.url);
  await typed.keyboard.type(BRITISH);
  await expect(guessOn(typed)).toHaveCount(0);
  await typed.keyboard.press("Tab");
  await expect(guessOn(typed)).toBeVisible();
  await expect(typed.locator("#phone-error")).toHaveText(WRONG);
  await phone(typed).fill("+447400123456");
  await expect(guessOn(typed)).toHaveCount(0);
  await expect(typed.locator("#phone-error")).toHaveCount(0);

  for (const isAwake of [true, false]) {
    const page = await browse("full");
    await open(page, "full", fakeSite.url + pageOf("plain"));
    const fill = () =>
      phone(page).evaluate((field: HTMLInputElement, value) => {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }, BRITISH);
    if (!isAwake) await fill();
    await page.getByLabel("Nombre").focus();
    await expect(country(page)).toBeVisible();
    if (isAwake) await fill();
    await expect(guessOn(page)).toBeVisible();
    await expect(page.locator("#phone-error")).toHaveText(WRONG);
    await expect(page.getByLabel("Nombre")).toBeFocused();
  }
});

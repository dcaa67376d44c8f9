import type { Locator, Page } from "playwright/test";
import { positionPath } from "./application-form";
import { expect, open } from "./fixtures";
import { parseMarked } from "./phone-edits";

/** The message for an invalid number when the candidate leaves the field. */
export const WRONG = "Número de teléfono no válido";
/** The message for an invalid number after a submit. */
export const WRONG_ON_SUBMIT = "Por favor, introduce un número de teléfono válido.";

export const phone = (page: Page): Locator => page.locator("#phone");
export const country = (page: Page): Locator => page.getByRole("button", { name: /^País: / });
export const list = (page: Page): Locator => page.getByRole("listbox", { name: "País" });
export const search = (page: Page): Locator =>
  page.getByRole("combobox", { name: "Buscar país o prefijo" });
export const activeOption = (page: Page): Locator => list(page).locator("[aria-selected=true]");
export const placeholderDigits = (page: Page): Locator => page.locator(".phone-places");

/** Focuses the phone field and waits for the country button. */
export async function focusPhone(page: Page) {
  await phone(page).focus();
  await expect(country(page)).toBeVisible();
  await expect(phone(page)).toHaveValue(/^\+/);
}

/** Returns the field's text, with `|` for the caret or `[` and `]` around a selection. */
export const readMarked = (page: Page) =>
  phone(page).evaluate((field: HTMLInputElement) => {
    const { value, selectionStart: start, selectionEnd: end } = field;
    const marks = start === end ? ["|"] : ["[", "]"];
    const [from, to] = [start ?? 0, end ?? 0];
    return value.slice(0, from) + marks.join(value.slice(from, to)) + value.slice(to);
  });

/** Sets the field's text, caret and selection. */
export async function setMarked(page: Page, marked: string) {
  const { text, start, end } = parseMarked(marked);
  await phone(page).focus();
  await phone(page).selectText();
  await page.keyboard.insertText(text.replaceAll(" ", ""));
  await expect(phone(page)).toHaveValue(text);
  await phone(page).evaluate(
    (element: HTMLInputElement, [from, to]) => element.setSelectionRange(from, to),
    [start, end] as const,
  );
}

export async function openPhone(page: Page, site: string, address = positionPath("plain")) {
  await open(page, "full", site + address);
  await focusPhone(page);
}

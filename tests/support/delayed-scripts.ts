import type { Page } from "playwright/test";
import { positionPath } from "./application-form";
import { expect } from "./fixtures";
import { fillIn } from "./form-page";

/** Delays matching requests until the returned function is called. By default, delays the site's scripts. */
export async function delayScripts(page: Page, which = /\/build\//) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(which, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Opens the form and fills it in before its scripts load. @returns the function that releases the scripts */
export async function fillInBeforeScripts(page: Page, url: string) {
  const release = await delayScripts(page);
  await page.goto(url + positionPath("questions"), { waitUntil: "commit" });
  await page.getByRole("checkbox").waitFor();
  await fillInAndSelect(page);
  return release;
}

export async function fillInAndSelect(page: Page) {
  await fillIn(page);
  const name = page.getByLabel("Apellidos");
  await name.focus();
  await name.evaluate((field: HTMLInputElement) => field.setSelectionRange(2, 5));
}

export async function expectDraftKept(page: Page) {
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Teléfono")).toHaveValue(/^(\+34 )?612 34 56 78$/);
  await expect(page.getByLabel("Sí", { exact: true })).toBeChecked();
  await expect(page.locator("textarea")).toHaveValue("Porque sí");
  await expect(page.getByRole("checkbox")).toBeChecked();
  await expect(page.locator("#cv")).toHaveValue("C:\\fakepath\\cv.pdf");
  const name = page.getByLabel("Apellidos");
  await expect(name).toHaveValue("O'Neill Núñez");
  await expect(name).toBeFocused();
  expect(
    await name.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]),
  ).toEqual([2, 5]);
}

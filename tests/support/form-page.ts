import type { Locator, Page } from "playwright/test";
import { readFixture } from "./application-form";
import { chooseFiles, type ChosenFile } from "./choose-files";
import { retryAfterNavigation } from "./fixtures";

/** A small real PDF. */
export const CV = {
  name: "cv.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(readFixture("accepted/cv.pdf")),
};

interface Filling {
  /** Null leaves the field unchanged. */
  phone?: string | null;
  /** Null chooses no file. */
  cv?: ChosenFile | null;
  /** The fields' labels. By default, the Spanish labels. */
  labels?: readonly [firstName: string, lastName: string, phone: string];
}

const SPANISH = ["Nombre", "Apellidos", "Teléfono"] as const;

/** Fills in the form on the page and chooses the first answer to each question. */
export async function fillIn(
  page: Page,
  { phone = "612 34 56 78", cv = CV, labels = SPANISH }: Filling = {},
) {
  const [firstName, lastName, number] = labels;
  await page.getByLabel(firstName, { exact: true }).fill("María José");
  await page.getByLabel(lastName, { exact: true }).fill("O'Neill Núñez");
  if (phone !== null) await page.getByLabel(number).fill(phone);
  for (const group of await page.getByRole("radiogroup").all()) {
    await group.getByRole("radio").first().check();
  }
  for (const text of await page.locator("textarea").all()) await text.fill("Porque sí");
  await page.locator("#privacy_policy").check();
  // Choose the file last: the list of photos moves the fields below it.
  if (cv) await chooseFiles(page.locator("#cv"), cv);
}

export const submitButton = (page: Page): Locator =>
  page.getByRole("button", { name: "Enviar candidatura" });

export const submit = (page: Page) => submitButton(page).click();

export const summary = (page: Page): Locator => page.locator("#answer");

/** Removes the browser's constraints, so that the server validates the form. */
export const removeConstraints = (form: Locator) =>
  form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
    for (const field of element.elements) field.removeAttribute("required");
  });

/** The message that the candidate has applied. */
export const appliedMessage = (page: Page): Locator => page.getByText("¡Ya te has inscrito!");

/** Returns the stored JSON list of the positions that the candidate has applied for, or null. */
export const readAppliedPositions = (page: Page) =>
  retryAfterNavigation(() => page.evaluate(() => localStorage.getItem("appliedPositions")));

import type { Page } from "playwright/test";
import { fakePositions, type FakePlatform } from "../support/fake-platform";
import { expect, type Way } from "../support/fixtures";
import { fillIn, submit } from "../support/form-page";
import { test } from "../support/form-steps";

// The position closes while a candidate fills in its form.

const ANSWER = "Porque sí,\ny porque <b>quiero</b>";

/** Fills in a form and submits it after the position has closed. */
async function sendTooLate(
  openForm: (options: { way: Way; expectErrors: RegExp }) => Promise<Page>,
  platform: FakePlatform,
  way: Way,
) {
  const page = await openForm({ way, expectErrors: /status of 410/ });
  await fillIn(page);
  await page.locator("textarea").fill(ANSWER);
  platform.position(fakePositions.questions, { status: "closed" });
  await submit(page);
  return page;
}

async function expectClosed(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oferta cerrada");
  await expectEnteredValues(page, "+34 612 34 56 78");
  await expect(page.locator(".screen-jobs a").first()).toBeVisible();
  await expect(page.locator("form")).toHaveCount(0);
  await expect(page.locator("main")).not.toContainText("hora");
}

async function expectEnteredValues(page: Page, phone = "612 34 56 78") {
  const written = page.locator(".screen-written");
  await expect(written.locator("dt")).toHaveText([
    "Nombre",
    "Apellidos",
    "Teléfono",
    "Respuesta 1",
  ]);
  expect(await written.locator("dd").allInnerTexts()).toEqual([
    "María José",
    "O'Neill Núñez",
    phone,
    ANSWER,
  ]);
}

test("plain: shows the entered values for copying if the position has closed, and returns to the filled-in form on Back @long", async ({
  openForm,
  platform,
}) => {
  const page = await sendTooLate(openForm, platform, "plain");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oferta cerrada");
  await expect(page.locator(".screen-written")).toContainText("No hemos enviado este formulario");
  await expectEnteredValues(page);
  expect(page.url()).not.toMatch(/Mar|612/);
  expect(platform.applications).toEqual([]);

  await page.getByRole("link", { name: "Ver las ofertas de la empresa" }).click();
  await expect(page).toHaveTitle("Job offers");
  await page.goBack();
  await expectEnteredValues(page);

  await page.goBack();
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Teléfono")).toHaveValue("612 34 56 78");
  await expect(page.locator("textarea")).toHaveValue(ANSWER);
});

test("full: shows that the position has closed, with similar jobs instead of the form", async ({
  openForm,
  platform,
}) => {
  const page = await sendTooLate(openForm, platform, "full");
  await expectClosed(page);
});

test("full: shows that the position has closed if only the platform's refusal says so @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ way: "full", expectErrors: /status of 410/ });
  await fillIn(page);
  await page.locator("textarea").fill(ANSWER);
  platform.on("apply").answer({ status: 410, body: { detail: "Closed." } });
  await submit(page);
  await expectClosed(page);
});

import type { Page } from "playwright/test";
import { pageOf } from "../support/application-form";
import { fakePositions, type FakePlatform } from "../support/fake-platform";
import { expect, open, test, type Way } from "../support/fixtures";
import { fillIn, submit, summary } from "../support/form-page";
import type { Site } from "../support/site";

/*
 * A position that closes between the opening of its form and the sending of it.
 *
 * Source: design, sections 5 and 6.
 */

interface Sending {
  browse: (way: Way, options: { expectErrors: RegExp }) => Promise<Page>;
  fakeSite: Site;
  platform: FakePlatform;
}

/** Fills in a form, and sends it after its position was closed. */
async function sendTooLate({ browse, fakeSite, platform }: Sending, way: Way) {
  const page = await browse(way, { expectErrors: /status of 410/ });
  await open(page, way, fakeSite.url + pageOf("questions"));
  await fillIn(page);
  await page.locator("textarea").fill("Porque sí,\ny porque <b>quiero</b>");
  platform.position(fakePositions.questions, { status: "closed" });
  await submit(page);
  return page;
}

const written = (page: Page) => page.locator(".screen-written");

async function expectWritten(page: Page) {
  await expect(written(page).locator("dt")).toHaveText([
    "Nombre",
    "Apellidos",
    "Teléfono",
    "Respuesta 1",
  ]);
  const texts = await written(page).locator("dd").allInnerTexts();
  // As it was written, to the line.
  expect(texts).toEqual([
    "María José",
    "O'Neill Núñez",
    "612 34 56 78",
    "Porque sí,\ny porque <b>quiero</b>",
  ]);
}

test("plain: what was written is shown, so that it can be copied, and Back has the form", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await sendTooLate({ browse, fakeSite, platform }, "plain");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Esta oferta ya está cerrada");
  await expect(written(page)).toContainText("Este formulario no se ha enviado");
  await expectWritten(page);
  expect(page.url()).not.toMatch(/Mar|612/);
  expect(platform.applications).toEqual([]);

  await page.goBack();
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Teléfono")).toHaveValue("612 34 56 78");
  await expect(page.locator("textarea")).toHaveValue("Porque sí,\ny porque <b>quiero</b>");
});

test("plain: who looks at the company's jobs, and comes back, has it still", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await sendTooLate({ browse, fakeSite, platform }, "plain");
  await page.getByRole("link", { name: "Ver las ofertas de la empresa" }).click();
  await expect(page).toHaveTitle("Job offers");
  await page.goBack();
  await expectWritten(page);
});

test("full: the form says that the position is closed, and stays as it is", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await sendTooLate({ browse, fakeSite, platform }, "full");
  await expect(summary(page)).toContainText("La empresa ya no admite candidaturas");
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.locator("textarea")).toHaveValue("Porque sí,\ny porque <b>quiero</b>");
});

import type { Page } from "playwright/test";
import { pageOf } from "../support/application-form";
import {
  DONE_WAYS,
  expect,
  expectAwake,
  hasScripts,
  open,
  test,
  type Way,
} from "../support/fixtures";
import { applied, CV, fillIn, submit } from "../support/form-page";

async function expectStillFilledIn(page: Page, way: Way) {
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Apellidos")).toHaveValue("O'Neill Núñez");
  await expect(page.getByLabel("Sí", { exact: true })).toBeChecked();
  await expect(page.getByLabel("Ya", { exact: true })).toBeChecked();
  await expect(page.locator("textarea")).toHaveValue("Porque sí");
  await expect(page.locator("#privacy_policy")).toBeChecked();
  // With scripts the page was never left, so the file is still chosen. Without, the server holds
  // it.
  const files = await page.locator("#cv").inputValue();
  expect(files).toBe(hasScripts(way) ? "C:\\fakepath\\cv.pdf" : "");
  if (!hasScripts(way)) await expect(page.locator(".cv-held")).toContainText("cv.pdf");
}

test("plain: a wrong phone number comes back at its field and in the summary, and nothing is lost", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("plain");
  await open(page, "plain", fakeSite.url + pageOf("questions"));
  await fillIn(page, { phone: "123" });
  await submit(page);
  const summary = page.locator("#answer");
  await expect(summary).toBeInViewport();
  const message = "Por favor, introduce un número de teléfono válido.";
  await expect(page.locator("#phone-error")).toHaveText("Número de teléfono no válido");
  await expect(page.getByLabel("Teléfono")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Teléfono")).toHaveValue("123");
  await expectStillFilledIn(page, "plain");
  await summary.getByRole("link", { name: message }).click();
  await expect(page.getByLabel("Teléfono")).toBeInViewport();

  await page.getByLabel("Teléfono").fill("612345678");
  await page.locator("#cv").setInputFiles(CV);
  await submit(page);
  await expect(applied(page)).toBeVisible();
  expect(platform.applications).toHaveLength(1);
});

for (const way of ["full", "slow"] as const) {
  test(`${way}: a wrong phone number is said at its field and on submitting, and nothing is lost`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse(way);
    await open(page, way, fakeSite.url + pageOf("questions"));
    await fillIn(page, { phone: "123" });
    const phone = page.getByLabel("Teléfono");
    await expect(page.locator("#phone-error")).toHaveText("Número de teléfono no válido");
    await expect(phone).toHaveAttribute("aria-invalid", "true");
    await submit(page);
    await expect(phone).toBeFocused();
    await expect(phone).toBeInViewport();
    expect(await phone.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
      "Por favor, introduce un número de teléfono válido.",
    );
    await expect(phone).toHaveValue("+34 123");
    await expectStillFilledIn(page, way);
    expect(platform.requestsOf("apply")).toEqual([]);

    await phone.fill("612345678");
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });

  test(`${way}: what only the server calls wrong is said at its field and in the summary`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse(way);
    await open(page, way, fakeSite.url + pageOf("questions"));
    await fillIn(page);
    await page.getByLabel("Nombre").fill("   ");
    await submit(page);
    const summary = page.locator("#answer");
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link", { name: "Escribe tu nombre." })).toBeVisible();
    await expect(page.locator("#first_name-error")).toHaveText("Escribe tu nombre.");
    await page.getByLabel("Nombre").fill("María José");
    await expectStillFilledIn(page, way);
    await submit(page);
    await expect(applied(page)).toBeVisible();
    expect(platform.applications).toHaveLength(1);
  });
}

for (const way of DONE_WAYS) {
  test.describe(`${way}:`, () => {
    test("what the platform says against it is shown, and the next try goes through", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform
        .on("apply")
        .once.answer({ status: 400, body: { detail: "Ese teléfono no nos vale." } });
      const page = await browse(way);
      await open(page, way, fakeSite.url + pageOf("questions"));
      await fillIn(page);
      await submit(page);
      await expect(page.locator("#answer")).toContainText("Ese teléfono no nos vale.");
      await expectStillFilledIn(page, way);
      await submit(page);
      await expect(applied(page)).toBeVisible();
    });

    test("an empty form is not sent", async ({ browse, fakeSite, platform }) => {
      const page = await browse(way);
      await page.goto(fakeSite.url + pageOf("questions"));
      await submit(page);
      await expect(page.getByLabel("Nombre")).toBeFocused();
      expect(platform.requestsOf("apply")).toEqual([]);
    });
  });
}

test("full: a network that fails is said, nothing is lost, and the next try goes through", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_/ });
  await page.goto(fakeSite.url + pageOf("questions"));
  await expectAwake(page);
  // This matches the form, not the CV that is uploaded before it.
  await page.route(/\/-\/applications\/[\w-]+\?/, (route) => route.abort(), { times: 1 });
  await fillIn(page);
  await submit(page);
  await expect(page.locator("#answer")).toHaveText(/Error de red\. Intenta de nuevo\./);
  await expect(page.locator("#answer")).toBeFocused();
  await expectStillFilledIn(page, "full");
  await submit(page);
  await expect(applied(page)).toBeVisible();
  expect(platform.applications).toHaveLength(1);
});

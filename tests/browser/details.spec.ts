import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { expect, expectHydrated } from "../support/fixtures";
import { fillIn } from "../support/form-page";
import { apply, test } from "../support/form-steps";
import { country } from "../support/phone-page";

const remember = (page: Page) => page.getByLabel("Guardar mi nombre, teléfono y correo");
const offer = (page: Page) => page.getByRole("button", { name: /Rellenar con mis datos/ });
const forget = (page: Page) => page.getByRole("button", { name: "Borrar mis datos" });

/** Returns the details in `localStorage` and `sessionStorage`. */
const stored = (page: Page) =>
  page.evaluate(() => [
    localStorage.getItem("puertaDetails"),
    sessionStorage.getItem("puertaDetails"),
  ]);

async function applyAndRemember(page: Page) {
  await fillIn(page);
  await apply(page);
  await remember(page).check();
}

test("full: stores details on request, and fills in the next form with one tap", async ({
  openForm,
  fakeSite,
}) => {
  const page = await openForm();
  await applyAndRemember(page);
  expect((await stored(page))[1]).toBeNull();

  await page.goto(fakeSite.url + positionPath("plain"));
  await expectHydrated(page);
  await expect(offer(page)).toHaveText("Rellenar con mis datos de la última vez (M. O.)");
  await expect(page.locator("form")).not.toContainText("María José");
  await expect(page.getByLabel("Nombre")).toHaveValue("");
  await offer(page).click();
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Apellidos")).toHaveValue("O'Neill Núñez");
  await expect(page.getByLabel("Teléfono")).toHaveValue("+34 612 34 56 78");
  await expect(offer(page)).toHaveCount(0);
  await expect(page.locator("#privacy_policy")).not.toBeChecked();
});

test("full: stores no details if the candidate doesn't tick the box @long", async ({
  openForm,
  fakeSite,
}) => {
  const page = await openForm();
  await fillIn(page);
  await apply(page);
  await expect(remember(page)).not.toBeChecked();
  await page.reload();
  await expect(page.getByText("¡Ya te has inscrito!")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Copiar/ })).toBeVisible();
  await expect(remember(page)).toHaveCount(0);
  expect(await stored(page)).toEqual([null, null]);
  await page.goto(fakeSite.url + positionPath("plain"));
  await expectHydrated(page);
  await expect(offer(page)).toHaveCount(0);
});

test("full: deletes details with one tap, on the receipt and on the next form @long", async ({
  openForm,
  fakeSite,
}) => {
  const page = await openForm();
  await applyAndRemember(page);
  await remember(page).uncheck();
  expect(await stored(page)).toEqual([null, null]);
  await remember(page).check();
  await page.goto(fakeSite.url + positionPath("plain"));
  await forget(page).click();
  await expect(page.getByText("Hemos borrado tus datos de este navegador.")).toBeVisible();
  expect(await stored(page)).toEqual([null, null]);
  await expect(page.getByLabel("Nombre")).toBeFocused();
});

test("full: moves to the next field on Enter on a touch keyboard, and doesn't submit @long", async ({
  openForm,
  platform,
}) => {
  const page = await openForm({ hasTouch: true, isMobile: true });
  await page.getByLabel("Nombre").focus();
  await expect(country(page)).toBeVisible();
  await page.getByLabel("Nombre").fill("Ana");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Apellidos")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Teléfono")).toBeFocused();
  await expect(page.locator("#answer")).toHaveCount(0);
  expect(platform.applications).toEqual([]);
});

test("full: ticks the box for storing details if the same details are already stored, but not after another person's application @long", async ({
  openForm,
  fakeSite,
}) => {
  const page = await openForm();
  await applyAndRemember(page);
  const [details] = await stored(page);

  await page.goto(fakeSite.url + positionPath("plain"));
  await offer(page).click();
  await fillIn(page, { phone: null });
  await apply(page);
  await expect(remember(page)).toBeChecked();

  await page.goto(fakeSite.url + positionPath("listQuestions"));
  await expectHydrated(page);
  await fillIn(page);
  await page.getByLabel("Nombre").fill("Berta");
  await apply(page);
  await expect(remember(page)).not.toBeChecked();
  expect((await stored(page))[0]).toBe(details);
});

test("full: keeps typed values when details are filled in @long", async ({
  openForm,
  fakeSite,
}) => {
  const page = await openForm();
  await applyAndRemember(page);
  await page.goto(fakeSite.url + positionPath("plain"));
  await page.getByLabel("Apellidos").fill("Otro");
  await offer(page).click();
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Apellidos")).toHaveValue("Otro");
});

test("full: doesn't store a voluntary email, and deletes details of another receipt from the session @long", async ({
  openForm,
  platform,
  fakeSite,
}) => {
  platform.position(fakePositions.plain, {
    fields: [{ id: "email", kind: "email", section: "voluntary" }],
    sections: { voluntary: { title: "Voluntario", note: "" } },
  });
  const page = await openForm({ position: "plain" });
  await fillIn(page);
  await page.getByLabel("Correo electrónico").fill("maria@ejemplo.es");
  await apply(page);
  await remember(page).check();
  const [details] = await stored(page);
  expect(details).toContain("María José");
  expect(details).not.toContain("maria@");
  await remember(page).uncheck();

  const receipt = page.url();
  await page.evaluate((text) => sessionStorage.setItem("puertaDetails", text), `another${details}`);
  await page.goto(fakeSite.url + positionPath("listQuestions"));
  await page.goto(receipt);
  await expect(page.getByRole("button", { name: /^Copiar/ })).toBeVisible();
  await expect(remember(page)).toHaveCount(0);
  expect(await stored(page)).toEqual([null, null]);
});

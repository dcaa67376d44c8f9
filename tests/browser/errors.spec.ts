import type { Page } from "playwright/test";
import { positionPath } from "../support/application-form";
import { expect, expectHydrated, longIf, open, test } from "../support/fixtures";
import { appliedMessage, fillIn, submit, submitButton, summary } from "../support/form-page";
import { delayScripts } from "../support/delayed-scripts";
import { WRONG, WRONG_ON_SUBMIT } from "../support/phone-page";

async function expectStillFilledIn(page: Page) {
  await expect(page.getByLabel("Nombre")).toHaveValue("María José");
  await expect(page.getByLabel("Apellidos")).toHaveValue("O'Neill Núñez");
  await expect(page.getByLabel("Sí", { exact: true })).toBeChecked();
  await expect(page.getByLabel("Ya", { exact: true })).toBeChecked();
  await expect(page.locator("textarea")).toHaveValue("Porque sí");
  await expect(page.locator("#privacy_policy")).toBeChecked();
  await expect(page.locator("#cv")).toHaveValue("C:\\fakepath\\cv.pdf");
}

/** Expects that the accessibility tree marks no text field or radio button as invalid. */
async function expectNothingInvalid(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const fields = nodes.filter(({ role }) => role?.value === "radio" || role?.value === "textbox");
  expect(fields.length).toBeGreaterThan(5);
  for (const { name, properties } of fields) {
    const invalid = properties?.find((property) => property.name === "invalid");
    expect(invalid?.value.value, String(name?.value)).toBe("false");
  }
}

test("full: reports an invalid number, and keeps all values [1.11, 4.10, 5.04, 5.05, 5.06, 8.12]", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("full");
  await open(page, "full", fakeSite.url + positionPath("questions"));
  const phone = page.getByLabel("Teléfono");
  const error = page.locator("#phone-error");
  await phone.focus();
  await expect(phone).toHaveValue("+34 ");
  await page.keyboard.type("12");
  await expect(error).toHaveCount(0);
  await page.keyboard.type("3");
  await fillIn(page, { phone: null });
  await expect(error).toHaveText(WRONG);
  // The accessibility tree contains the message once, and a status announces it.
  expect((await page.locator("form").ariaSnapshot()).split(WRONG)).toHaveLength(2);
  await expect(page.locator(".phone [role=status]").last()).toHaveText(WRONG);
  await expect(phone).toHaveAccessibleDescription(new RegExp(WRONG));
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await submit(page);
  await expect(error).toHaveText(WRONG_ON_SUBMIT);
  await expect(summary(page)).toBeFocused();
  await summary(page).getByRole("link", { name: WRONG_ON_SUBMIT }).click();
  await expect(phone).toBeFocused();
  await expect(phone).toBeInViewport();
  await expect(phone).toHaveValue("+34 123");
  await expectStillFilledIn(page);

  // This number is one digit short, which only the server's numbering plans detect.
  await phone.fill("+49 151 2345 678");
  await expect(error).toHaveCount(0);
  await expect(phone).toHaveAttribute("aria-invalid", "false");
  await submit(page);
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole("link", { name: WRONG_ON_SUBMIT })).toBeVisible();
  await expect(error).toHaveText(WRONG_ON_SUBMIT);
  expect(platform.requestsTo("apply")).toEqual([]);

  await phone.fill("612345678");
  await expectStillFilledIn(page);
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
  expect(platform.applications).toHaveLength(1);
});

test("full: lists every error of an empty form [5.25, 5.29]", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.client({ is_cv_required: true });
  const page = await browse("full");
  await open(page, "full", fakeSite.url + positionPath("questions"));
  await expectNothingInvalid(page);
  await submit(page);
  await expect(summary(page)).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(summary(page).getByRole("listitem")).toHaveText([
    "Escribe tu nombre.",
    "Escribe tus apellidos.",
    WRONG_ON_SUBMIT,
    "Por favor, selecciona un archivo CV.",
    /Elige una respuesta\.$/,
    /Elige una respuesta\.$/,
    /Escribe tu respuesta\.$/,
    "Tienes que aceptar la política de privacidad.",
  ]);
  await expect(page.locator(".field-error")).toHaveCount(8);
  // A name of one invisible character counts as empty.
  await page.getByLabel("Nombre").fill("\u200b");
  await expect(page.locator(".field-error")).toHaveCount(8);
  await page.getByLabel("Nombre").fill("M");
  await expect(page.locator("#first_name-error")).toHaveCount(0);
  await expect(page.locator(".field-error")).toHaveCount(7);
  await fillIn(page);
  await expect(page.locator(".field-error")).toHaveCount(0);
  await expect(summary(page)).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error: /);
  expect(platform.requestsTo("apply")).toEqual([]);
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
  expect(platform.applications).toHaveLength(1);
});

test("full: reports a network error, and keeps all values [4.11, 8.09]", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const page = await browse("full", { expectErrors: /net::ERR_/ });
  await page.goto(fakeSite.url + positionPath("questions"));
  await expectHydrated(page);
  // The pattern matches the form's request, but not the earlier upload of the CV.
  await page.route(/\/-\/applications\/[\w-]+\?/, (route) => route.abort(), { times: 1 });
  await fillIn(page);
  await submit(page);
  await expect(summary(page)).toHaveText(/Error de red\. Intenta de nuevo\./);
  await expect(summary(page)).toBeFocused();
  await expectStillFilledIn(page);
  await submit(page);
  await expect(appliedMessage(page)).toBeVisible();
  expect(platform.applications).toHaveLength(1);
});

for (const [title, isLate] of [
  ["partial, bundle late", true],
  ["partial", false],
] as const) {
  test(`${title}: lists every error of an empty form that isn't hydrated when it is submitted [5.24]${longIf(!isLate)}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const page = await browse("full", { expectErrors: /net::ERR_|Failed to fetch/ });
    let release: () => void = () => undefined;
    if (isLate) release = await delayScripts(page, /\/hydrate\.js/);
    else await page.route("**/hydrate.js", (route) => route.abort());
    await page.goto(fakeSite.url + positionPath("questions"));
    await submit(page);
    release();
    await expect(summary(page).getByRole("listitem")).toHaveCount(7);
    if (isLate) await expect(summary(page)).toBeFocused();
    expect(platform.requestsTo("apply")).toEqual([]);
  });
}

test("full: submits the form once per click @long", async ({ browse, fakeSite }) => {
  const page = await browse("full");
  await open(page, "full", fakeSite.url + positionPath("questions"));
  await submitButton(page).evaluate((button: HTMLButtonElement) => {
    button.addEventListener("click", () => button.form?.checkValidity());
    button.form?.addEventListener("submit", () => document.body.append("sent, "));
  });
  await submit(page);
  await expect(summary(page).getByRole("listitem")).toHaveCount(7);
  await page.getByLabel("Nombre").fill("Ana");
  await submit(page);
  await expect(summary(page).getByRole("listitem")).toHaveCount(6);
  expect((await page.locator("body").textContent())?.match(/sent, /g)).toHaveLength(2);
});

import { positionPath, createPdf, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { ALL_ANSWERS, positionWithFields } from "../support/fields";
import {
  expect,
  expectHydrated,
  hasScripts,
  open,
  DISTINCT_WAYS,
  longIf,
} from "../support/fixtures";
import { fillIn, submit } from "../support/form-page";
import { test } from "../support/form-steps";

const PORTFOLIO = createPdf(3000);
const portfolio = { name: "portfolio.pdf", mimeType: "application/pdf", buffer: PORTFOLIO };

for (const way of DISTINCT_WAYS) {
  test(`${way}: returns own fields with their errors, and delivers the corrected values [10.03, 10.06, 10.12, 10.13] @long`, async ({
    openForm,
    platform,
  }) => {
    platform.position(fakePositions.plain, positionWithFields());
    const page = await openForm({ way, position: "plain" });
    await fillIn(page);
    await page.getByLabel("Carta de presentación").fill("Hola:\nme gustan las bicicletas.");
    await page.getByLabel("Perfil de LinkedIn").fill("linkedin.com/in/maria");
    await page.getByLabel("¿Cuándo puedes empezar?").fill("2027-04-03");
    await page.getByLabel("Salario anual").fill("muchísimo");
    await page.getByRole("group", { name: "¿Con qué trabajas?" }).getByLabel("Figma").check();
    await page.getByRole("group", { name: "¿Con qué trabajas?" }).getByLabel("CSS").check();
    await page.getByLabel("¿Desde dónde trabajarías?").selectOption("c3");
    await page.getByRole("radiogroup", { name: "Tu nivel" }).getByLabel("Avanzado").check();
    await page.getByRole("radiogroup", { name: "permiso" }).getByLabel("Sí").check();
    await page.getByRole("radiogroup", { name: "Género" }).getByLabel("Mujer").check();
    await page.getByLabel("Algo más").fill("Soy zurda");
    await page.getByLabel("Podéis guardar mis datos").check();
    await page.getByLabel("Porfolio").setInputFiles(portfolio);
    const email = page.getByLabel("Correo electrónico");
    if (hasScripts(way)) {
      await expect(page.getByText("Archivo subido").first()).toBeVisible();
      await submit(page);
      await expect(page.locator("#answer").getByRole("listitem")).toHaveText([
        "Correo electrónico: Escribe un correo electrónico.",
        "Salario anual: Escribe un número, como 3 o 2,5.",
      ]);
      await expect(page.locator("#field-email-error")).toBeVisible();
      await expect(email).toHaveAttribute("aria-invalid", "true");
      // A reload restores everything except voluntary answers.
      await page.reload();
      await expectHydrated(page);
      await expect(page.getByLabel("Salario anual")).toHaveValue("muchísimo");
      await expect(page.getByLabel("¿Desde dónde trabajarías?")).toHaveValue("c3");
      await expect(page.getByLabel("CSS")).toBeChecked();
      await expect(page.getByText("portfolio.pdf")).toBeVisible();
      await expect(page.getByLabel("Algo más")).toHaveValue("");
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/zurda|gender/);
      await page.getByRole("radiogroup", { name: "Género" }).getByLabel("Mujer").check();
      await page.getByLabel("Algo más").fill("Soy zurda");
    }
    // Keyboards and other programs insert it this way.
    await email.fill("\u200emaria\u00a0＠ejem\ufeffplo\u200b.es\u00a0");
    await expect(page.locator("#field-email-error")).toHaveCount(0);
    await submit(page);
    await expect(page.locator("#field-pay-error")).toHaveText("Escribe un número, como 3 o 2,5.");
    await expect(page.locator("#answer").getByRole("listitem")).toHaveCount(1);
    await page.getByLabel("Salario anual").fill("٣٥.٠٠٠,٥٠");
    await submit(page);
    await expect.poll(() => platform.applications.length).toBe(1);
    const [sent] = platform.applications;
    expect(sent?.answers).toEqual(ALL_ANSWERS.sent);
    expect(sent?.files.find(({ name }) => name === "file:portfolio")?.sha256).toBe(
      sha256(PORTFOLIO),
    );
  });
}

test("full: submits a form to the server for validation if the validation rules don't load @long", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const field = { id: "pay", kind: "number", label: "Salario" };
  platform.position(fakePositions.plain, { fields: [field] });
  const page = await browse("full");
  await page.route("**/live.js", () => undefined);
  await open(page, "full", fakeSite.url + positionPath("plain"));
  await fillIn(page);
  await page.getByLabel("Salario").fill("muchísimo");
  await submit(page);
  await expect(page.locator("#answer")).toContainText("Salario: Escribe un número");
});

test("full: shows the remaining characters of a long text, and announces them when typing pauses", async ({
  browse,
  fakeSite,
  platform,
}) => {
  const field = { id: "why", kind: "long_text", label: "Por qué", max: 20 };
  platform.position(fakePositions.plain, { fields: [field] });
  const page = await browse("full");
  await page.clock.install();
  await open(page, "full", fakeSite.url + positionPath("plain"));
  await page.clock.pauseAt(Date.now() + 60_000);
  const area = page.locator("#field-why");
  const announcement = area.locator("~ [role=status]");
  await area.pressSequentially("Bastante");
  await page.clock.runFor(2000);
  await expect(announcement).toHaveCount(0);
  await area.pressSequentially(" lejos");
  await expect(area.locator("~ .hint")).toHaveText("Caracteres restantes: 6");
  await expect(announcement).toHaveText("");
  await page.clock.runFor(2000);
  await expect(announcement).toHaveText("Caracteres restantes: 6");
});

for (const way of DISTINCT_WAYS) {
  test(`${way}: reports a name that is too long, and doesn't cut it [5.01, 9.04]${longIf(way === "plain")}`, async ({
    openForm,
    platform,
  }) => {
    const page = await openForm({ way, position: "plain" });
    await fillIn(page);
    const name = page.getByLabel("Nombre");
    const left = page.locator("#first_name ~ .hint");
    if (hasScripts(way)) {
      await name.fill("x".repeat(50));
      await expect(left).toBeHidden();
      await name.fill("x".repeat(97));
      await expect(left).toHaveText("Caracteres restantes: 3");
    }
    await name.fill("x".repeat(101));
    await submit(page);
    await expect(page.locator("#answer").getByRole("listitem")).toHaveText([
      "El nombre no puede superar los 100 caracteres.",
    ]);
    await expect(name).toHaveValue("x".repeat(101));
    if (hasScripts(way)) await expect(left).toHaveText("Caracteres restantes: -1");
    expect(platform.requestsTo("apply")).toEqual([]);
    await name.fill("x".repeat(100));
    await submit(page);
    await expect.poll(() => platform.applications.length).toBe(1);
  });
}

for (const way of DISTINCT_WAYS) {
  test(`${way}: opens a link in the label or hint of a file field without opening the file dialog @long`, async ({
    openForm,
    platform,
  }) => {
    const [label, hint] = ["Porfolio, como en https://a.example/1", "O en https://a.example/2"];
    platform.position(fakePositions.plain, {
      fields: [{ id: "portfolio", kind: "file", label, hint }],
    });
    const page = await openForm({ way, position: "plain" });
    await page.context().route("https://a.example/**", (route) => route.fulfill({ body: "Hi" }));
    let choosers = 0;
    page.on("filechooser", () => (choosers += 1));
    for (const href of ["https://a.example/1", "https://a.example/2"]) {
      const opened = page.waitForEvent("popup");
      await page.getByRole("link", { name: href }).click();
      await expect(await opened).toHaveURL(href);
    }
    expect(choosers).toBe(0);
    await page.locator("label", { hasText: "Porfolio" }).click({ position: { x: 5, y: 5 } });
    await expect.poll(() => choosers).toBe(1);
  });
}

test("full: shows the reason for refusing a voluntary answer, and doesn't store it in the browser @long", async ({
  openForm,
  platform,
}) => {
  const fields = [{ id: "story", kind: "text", label: "Algo más", section: "voluntary" }];
  platform.position(fakePositions.plain, { fields });
  const errors = [
    { field: "story", message: "Cuéntalo en pocas palabras." },
    { field: "first_name", message: "Falta el segundo nombre." },
  ];
  platform.on("apply").once.answer({ status: 422, body: { errors } });
  const page = await openForm({ position: "plain" });
  await fillIn(page);
  await page.getByLabel("Algo más").fill("Soy zurda");
  await submit(page);
  await expect(page.locator("#field-story-error")).toHaveText("Cuéntalo en pocas palabras.");
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain("Falta el segundo nombre.");
  expect(stored).not.toContain("pocas palabras");
});

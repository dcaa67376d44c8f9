import { fromArrived } from "~/cli/applications/files";
import { listArrived } from "~/cli/applications/find";
import { createPlatformClient } from "~/cli/lib/platform";
import { ensureLocalSecrets } from "~/scripts/secrets";
import { createPdf, sha256 } from "../support/application-form";
import { readExamples } from "../support/examples";
import {
  expect,
  expectHydrated,
  hasScripts,
  DISTINCT_WAYS,
  WAYS,
  type Way,
  longIf,
} from "../support/fixtures";
import { appliedMessage, fillIn, submit } from "../support/form-page";
import { apply, test } from "../support/form-steps";
import { expectRefusedField } from "../support/refused-field";

/** The platform accepts only one application per position and phone number. */
const PHONES: Record<Way, string> = {
  full: "612 34 56 71",
  plain: "612 34 56 72",
  partial: "612 34 56 73",
  slow: "612 34 56 74",
};

const pdf = (buffer: Buffer, name: string) => ({ name, mimeType: "application/pdf", buffer });

for (const way of WAYS) {
  test(
    `${way}: applies from the career site, and delivers the CV unchanged [1.01, 1.02, 2.01, 2.02, 2.06, 2.18, 2.32, 3.20, 4.04, 6.01]`,
    { tag: "@quick" },
    async ({ browse, embeddedSite }) => {
      const company = (await readExamples()).find(
        ({ language_default }) => language_default === "es-es",
      );
      const page = await browse(way);
      await page.goto(`${embeddedSite.url}/${company?.code}/${company?.uuid}`);
      await expect(page).toHaveTitle("Job offers");
      await page.getByRole("link", { name: "Técnica o técnico de restauración" }).click();
      await expect(page).toHaveTitle("Job application");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "Técnica o técnico de restauración de azulejos",
      );
      if (hasScripts(way)) await expectHydrated(page);

      // The slow connection needs 4 s for 200 KB.
      const cv = createPdf(way === "slow" ? 200_000 : 3 * 1024 ** 2);
      await fillIn(page, { phone: PHONES[way], cv: pdf(cv, "Currículum.pdf") });
      await apply(page);
      await expect(appliedMessage(page)).toBeDisabled();
      await expect(page.getByRole("heading", { name: "Candidatura enviada" })).toBeInViewport();

      const { adminSecret } = await ensureLocalSecrets();
      const platform = createPlatformClient({
        url: embeddedSite.url,
        adminSecret,
        isRemote: false,
      });
      const phone = `+34${PHONES[way].replaceAll(" ", "")}`;
      const arrived = (await listArrived(platform, {}))?.find((entry) => entry.phone === phone);
      expect(arrived).toMatchObject({
        first_name: "María José",
        last_name: "O'Neill Núñez",
        position: "Técnica o técnico de restauración de azulejos",
        receipt: await page.locator(".receipt dd").first().textContent(),
      });
      const [file] = arrived ? fromArrived(platform, arrived).files : [];
      expect(file?.name).toBe("Currículum.pdf");
      const stored = await (await file?.open())?.arrayBuffer();
      expect(sha256(new Uint8Array(stored ?? []))).toBe(sha256(cv));
    },
  );
}

for (const way of DISTINCT_WAYS) {
  test(`${way}: doesn't send a form that lacks a required field [5.01, 5.02, 5.03, 5.11, 5.12, 5.19, 8.13]${longIf(way === "plain")}`, async ({
    openForm,
    platform,
  }) => {
    platform.client({ is_cv_required: true });
    const page = await openForm({ way });
    await fillIn(page, { cv: null });
    await submit(page);
    await expectRefusedField(page, way, page.locator("#cv"));
    if (hasScripts(way)) {
      const missing = "Por favor, selecciona un archivo CV.";
      await expect(page.locator("#cv-error")).toHaveText(missing);
      await expect(page.locator("#answer")).toContainText(missing);
    }
    await fillIn(page);
    for (const label of ["Nombre", "Apellidos", "Teléfono"]) {
      const field = page.getByLabel(label);
      const entered = await field.inputValue();
      await field.fill("");
      await submit(page);
      await expectRefusedField(page, way, field);
      await field.fill(entered);
    }
    await page.getByRole("checkbox").uncheck();
    await submit(page);
    await expectRefusedField(page, way, page.getByRole("checkbox"));
    expect(platform.requestsTo("apply")).toEqual([]);
  });
}

test("full: applies with the keyboard alone [2.23]", async ({ openForm, platform }) => {
  const page = await openForm();
  await page.getByLabel("Nombre").focus();
  await page.keyboard.type("Ana");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Pérez");
  await expect(page.getByRole("button", { name: "País: España +34" })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Teléfono")).toBeFocused();
  await page.keyboard.type("612345678");
  await page.keyboard.press("Tab");
  await expect(page.locator("#cv")).toBeFocused();
  for (const key of ["Tab", "Space", "Tab", "Space", "Tab"]) await page.keyboard.press(key);
  await page.keyboard.type("Porque sí");
  for (const key of ["Tab", "Space", "Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(appliedMessage(page)).toBeVisible();
  expect(platform.applications.map((application) => application.field("last_name"))).toEqual([
    "Pérez",
  ]);
});

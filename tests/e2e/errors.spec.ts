import type { Page } from "playwright/test";
import { fixture, pageOf } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, expectAwake, test, WAYS, type Way } from "../support/fixtures";

const CV = {
  name: "cv.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from(fixture("accepted/cv.pdf")),
};

async function fillIn(page: Page, phone: string) {
  await page.getByLabel("Nombre").fill("Ana");
  await page.getByLabel("Apellidos").fill("Pérez");
  await page.getByLabel("Teléfono").fill(phone);
  await page.locator("#cv").setInputFiles(CV);
  await page.getByLabel("No", { exact: true }).check();
  await page.getByLabel("Más tarde").check();
  await page.locator("textarea").fill("Porque sí");
  await page.getByRole("checkbox").check();
}

async function expectStillFilledIn(page: Page, way: Way) {
  await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
  await expect(page.getByLabel("Apellidos")).toHaveValue("Pérez");
  await expect(page.getByLabel("No", { exact: true })).toBeChecked();
  await expect(page.getByLabel("Más tarde")).toBeChecked();
  await expect(page.locator("textarea")).toHaveValue("Porque sí");
  await expect(page.getByRole("checkbox")).toBeChecked();
  // With scripts the page was never left, so the file is still chosen; without, the page says so.
  const files = await page.locator("#cv").inputValue();
  expect(files).toBe(way === "full" ? "C:\\fakepath\\cv.pdf" : "");
  if (way !== "full")
    await expect(page.locator("#cv-error")).toContainText("vuelve a elegir tu CV");
}

const submit = (page: Page) => page.getByRole("button", { name: "Enviar candidatura" }).click();

for (const way of WAYS) {
  test.describe(`${way}:`, () => {
    test("a wrong phone number comes back at its field and in the summary, and nothing is lost", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way);
      await page.goto(fakeSite.url + pageOf("questions"));
      if (way === "full") await expectAwake(page);
      await fillIn(page, "123");
      await submit(page);
      const summary = page.locator("#errors");
      await expect(summary).toBeInViewport();
      const message = "Por favor, introduce un número de teléfono válido.";
      await expect(page.locator("#phone-error")).toHaveText(message);
      await expect(page.getByLabel("Teléfono")).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("Teléfono")).toHaveValue("123");
      await expectStillFilledIn(page, way);
      await summary.getByRole("link", { name: message }).click();
      await expect(page.getByLabel("Teléfono")).toBeInViewport();

      await page.getByLabel("Teléfono").fill("612345678");
      if (way !== "full") await page.locator("#cv").setInputFiles(CV);
      await submit(page);
      await expect(page.getByText("¡Ya te has inscrito!")).toBeVisible();
      expect(platform.applications).toHaveLength(1);
    });

    test("what the platform says against it is shown, and the next try goes through", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform
        .on("apply")
        .once.answer({ status: 400, body: { detail: "Ese teléfono no nos vale." } });
      const page = await browse(way);
      await page.goto(fakeSite.url + pageOf("questions"));
      if (way === "full") await expectAwake(page);
      await fillIn(page, "612345678");
      await submit(page);
      await expect(page.locator("#errors")).toContainText("Ese teléfono no nos vale.");
      await expectStillFilledIn(page, way);
      await submit(page);
      await expect(page.getByText("¡Ya te has inscrito!")).toBeVisible();
    });

    test("an empty form is not sent", async ({ browse, fakeSite, platform }) => {
      const page = await browse(way);
      await page.goto(fakeSite.url + pageOf("questions"));
      await submit(page);
      await expect(page.getByLabel("Nombre")).toBeFocused();
      expect(platform.requestsOf("apply")).toEqual([]);
    });

    test("a search that finds nothing says so, and leads back to all jobs", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way);
      await page.goto(`${fakeSite.url}/${fakeClientCode}/${fakeClientUuid}?lang=en`);
      await page.getByRole("searchbox").fill("astronaut");
      await page.keyboard.press("Enter");
      await expect(page.getByText("No jobs found.")).toBeVisible();
      await page.getByRole("link", { name: "See all jobs" }).click();
      await expect(page.getByRole("link", { name: "Mecánica de bicicletas" })).toBeVisible();
    });

    test("the privacy policy opens in a tab of its own, and the form stays as it was", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way);
      await page.goto(fakeSite.url + pageOf("questions"));
      await fillIn(page, "612345678");
      const [policy] = await Promise.all([
        page.context().waitForEvent("page"),
        page
          .getByLabel(/He leído/)
          .locator("..")
          .getByRole("link")
          .click(),
      ]);
      await expect(policy.getByText("Guardamos lo justo.")).toBeVisible();
      await expect(page.getByLabel("Nombre")).toHaveValue("Ana");
    });

    test("an address that is nobody's is a 404 page", async ({ browse, fakeSite }) => {
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 404/ });
      const response = await page.goto(`${fakeSite.url}/nobody`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
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
  await page.route("**/-/applications/**", (route) => route.abort(), { times: 1 });
  await fillIn(page, "612345678");
  await submit(page);
  await expect(page.locator("#errors")).toHaveText(/Error de red\. Intenta de nuevo\./);
  await expect(page.locator("#errors")).toBeFocused();
  await expectStillFilledIn(page, "full");
  await submit(page);
  await expect(page.getByText("¡Ya te has inscrito!")).toBeVisible();
  expect(platform.applications).toHaveLength(1);
});

test("full: an image as a CV is taken, with the advice to send a PDF", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  await page.goto(fakeSite.url + pageOf("questions"));
  await expectAwake(page);
  await page.locator("#cv").setInputFiles({
    name: "cv.png",
    mimeType: "image/png",
    buffer: Buffer.from(fixture("accepted/cv.png")),
  });
  await expect(page.getByText("Te recomendamos que subas tu CV en PDF.")).toBeVisible();
});

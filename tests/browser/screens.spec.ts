import { slugOf } from "../../app/platform/slug";
import { pageOf } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { expect, open, SEEN_WAYS, test } from "../support/fixtures";

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    for (const path of ["/404", "/nobody", "/a/b/c/d/e", "/-/nothing"]) {
      test(`${path} is a 404 page with a way home`, async ({ browse, fakeSite }) => {
        const page = await browse(way, { locale: "en-GB", expectErrors: /status of 404/ });
        const response = await page.goto(fakeSite.url + path);
        expect(response?.status()).toBe(404);
        await expect(page.getByText("404", { exact: true })).toBeVisible();
        await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
        await expect(page.getByRole("link", { name: "Go Home" })).toHaveAttribute("href", "/");
      });
    }

    test("/error says that something went wrong, and offers to try again", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 500/ });
      const response = await page.goto(`${fakeSite.url}/error`);
      expect(response?.status()).toBe(500);
      await expect(page.getByRole("heading")).toHaveText("Error");
      await expect(page.getByText("Something went wrong")).toBeVisible();
      await expect(page.getByRole("link", { name: "Try Again" })).toBeVisible();
    });

    test("Try Again on /error loads the same address again, to the letter", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 500/ });
      for (const [address, button] of [
        ["/error", "Try Again"],
        ["/error?lang=es-mx&from=a%20b", "Intentar de nuevo"],
      ] as const) {
        await page.goto(fakeSite.url + address);
        const [again] = await Promise.all([
          page.waitForResponse((response) => response.request().isNavigationRequest()),
          page.getByText(button, { exact: true }).click(),
        ]);
        expect(again.status()).toBe(500);
        expect(again.url()).toBe(fakeSite.url + address);
        await expect(page.getByText(button, { exact: true })).toBeVisible();
      }
    });

    test("a position that nobody knows is not found", async ({ browse, fakeSite }) => {
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 404/ });
      const response = await page.goto(`${fakeSite.url}/acme/a-job/unknown`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading")).toHaveText("Position Not Found");
    });

    test("a missing position leads to its company's jobs, never to another's", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way, { expectErrors: /status of 404/ });
      await page.goto(fakeSite.url + careerSite);
      await page.goto(`${fakeSite.url}/${fakeClientCode}/a-job/unknown`);
      await expect(page.getByRole("banner")).toContainText("Taller Norte");
      await expect(page.getByRole("link", { name: "Ir al inicio" })).toHaveCount(0);
      await page.getByRole("link", { name: "Ver las ofertas de la empresa" }).click();
      await expect(page).toHaveURL(fakeSite.url + careerSite);
    });

    test("a position that cannot be loaded says why, leads to the company, and can be asked for again", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("client").answer({ status: 500 });
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 502/ });
      const response = await page.goto(`${fakeSite.url}${pageOf("plain")}?lang=en`);
      expect(response?.status()).toBe(502);
      await expect(page.getByRole("heading")).toHaveText("Position Not Found");
      await expect(page.getByText("We couldn't load this page.")).toBeVisible();
      await expect(page.getByRole("link", { name: "See the company's jobs" })).toHaveAttribute(
        "href",
        `${careerSite}?lang=en`,
      );
      platform.on("client").reset();
      await page.getByRole("link", { name: "Try Again" }).click();
      await expect(page).toHaveTitle("Job application");
    });

    test("a closed position says so, and leads to the company's others", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 410/ });
      const response = await page.goto(`${fakeSite.url}${pageOf("closed")}?lang=en`);
      expect(response?.status()).toBe(410);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This position is closed");
      expect(response?.headers()["x-robots-tag"]).toBe("noindex");
      await page.getByRole("link", { name: "See the company's jobs" }).click();
      await expect(page).toHaveTitle("Job offers");
    });

    test("a closed position keeps its name, its company's look and language, and shows similar jobs", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const css = "h1 { color: rgb(0, 100, 100) }";
      platform.client({ apply_page_css: css, language_default: "es-mx" });
      const listed = (name: string, location = "Soria") => ({ uuid: slugOf(name), name, location });
      platform.on("positions").answer({
        body: ["Uno", "Dos", "Tres", "Cuatro", "Cinco", "Otro puesto"].map((name) => listed(name)),
      });
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 410/ });
      await page.goto(fakeSite.url + pageOf("closed"));
      const title = page.getByRole("heading", { level: 1 });
      await expect(title).toHaveText("Esta vacante ya está cerrada");
      await expect(title).toHaveCSS("color", "rgb(0, 100, 100)");
      await expect(page.getByRole("banner")).toContainText("Taller Norte");
      await expect(page.getByRole("main")).toContainText("Puesto cerrado");
      const others = page.getByRole("region", { name: "Otras vacantes de Taller Norte" });
      await expect(others.getByRole("link")).toHaveText([
        "Otro puesto",
        "Uno",
        "Dos",
        "Tres",
        "Cuatro",
      ]);
      await expect(others.getByRole("link").first()).toHaveAttribute(
        "href",
        `/${fakeClientCode}/otro-puesto/otro-puesto`,
      );
    });

    test("maintenance shows its notice in place of every page", async ({ browse, closedSite }) => {
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 503/ });
      for (const path of [careerSite, pageOf("plain"), "/404"]) {
        const response = await page.goto(closedSite.url + path);
        expect(response?.status()).toBe(503);
        expect(response?.headers()["retry-after"]).toBe("60");
        await expect(page.getByRole("heading")).toHaveText("Offline for maintenance");
        await expect(
          page.getByText("This app is undergoing maintenance right now. Please check back later."),
        ).toBeVisible();
        await expect(page.getByRole("link", { name: "Try Again" })).toBeVisible();
      }
    });

    test("a platform that is under maintenance shows the same notice", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("position").answer({ status: 503 });
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 503/ });
      const response = await page.goto(`${fakeSite.url}${pageOf("plain")}?lang=en`);
      expect(response?.status()).toBe(503);
      await expect(page.getByRole("heading")).toHaveText("Offline for maintenance");
    });

    test("a company without a language is shown in Spanish, one of an unknown language in English", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      const page = await browse(way, { locale: "en-GB" });
      platform.client({ language_default: null });
      await open(page, way, fakeSite.url + pageOf("plain"));
      await expect(page.getByRole("heading", { name: "Inscríbete ahora" })).toBeVisible();
      platform.client({ language_default: "tlh" });
      await open(page, way, fakeSite.url + pageOf("plain"));
      await expect(page.getByRole("heading", { name: "Apply now" })).toBeVisible();
      platform.client({ language_default: "es_MX" });
      await open(page, way, fakeSite.url + pageOf("plain"));
      await expect(page.getByRole("heading", { name: "Postúlate ahora" })).toBeVisible();
    });
  });
}

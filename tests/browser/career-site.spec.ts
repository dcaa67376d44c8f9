import type { Page } from "playwright/test";
import { fakePositions } from "../support/fake-platform";
import { expect, open, SEEN_WAYS, test } from "../support/fixtures";
import { careerSite, count, manyJobs, rows, search } from "../support/career-site-page";

const BRAND = {
  logo: "/brands/alfar-albufera/logo.svg",
  main_image: "/brands/alfar-albufera/banner.svg",
  favicon: "/brands/alfar-albufera/favicon.svg",
};

/** Records everything that the page's status says, on every page that the tab opens. */
const writeDown = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const status = document.querySelector("#page-status");
      if (!status) return;
      new MutationObserver(() => {
        sessionStorage.said = `${String(sessionStorage.said ?? "")}|${status.textContent}`;
      }).observe(status, { childList: true });
    });
  });

const saidSoFar = async (page: Page) =>
  (await page.evaluate(() => sessionStorage.getItem("said"))) ?? "";

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("each job says its name, place, contract and date, and leads to its apply_url", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("positions").answer({
        body: [
          {
            uuid: fakePositions.plain,
            name: "Mecánica",
            location: "Bilbao",
            contract_type: "Indefinido",
            join_date: "2026-09-01",
            apply_url: `/otro-nombre/mecanica/${fakePositions.plain}`,
          },
          { uuid: fakePositions.csrf, name: "Almacén", join_date: "Cuanto antes" },
        ],
      });
      const page = await browse(way);
      await open(page, way, fakeSite.url + careerSite);
      await expect(rows(page)).toHaveText([
        /^Mecánica\s*Bilbao\s*Indefinido\s*Incorporación: 1 de septiembre de 2026$/,
        /^Almacén\s*Incorporación: Cuanto antes$/,
      ]);
      await expect(count(page)).toHaveText("2 ofertas");
      await page.getByRole("link", { name: "Mecánica" }).click();
      await expect(page).toHaveURL(`${fakeSite.url}/otro-nombre/mecanica/${fakePositions.plain}`);
      await expect(page).toHaveTitle("Job application");
    });

    test("the career site shows the company: title, logo, banner, About, footer, favicon", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({
        ...BRAND,
        description: "Somos <b>pocos</b>.\nDesde 1987.",
        social_links: {
          linkedin: "https://example.com/in",
          instagram: "https://example.com/gram",
          twitter: "javascript:alert(1)",
        },
      });
      const page = await browse(way);
      await open(page, way, `${fakeSite.url}${careerSite}?lang=en`);
      await expect(page).toHaveTitle("Job offers");
      await expect(page.getByRole("banner").getByAltText("Taller Norte")).toHaveAttribute(
        "src",
        platform.pictureAt(BRAND.logo),
      );
      await expect(page.locator(".hero-image")).toHaveAttribute(
        "src",
        platform.pictureAt(BRAND.main_image),
      );
      await expect(page.locator("link[rel=icon]")).toHaveAttribute(
        "href",
        platform.pictureAt(BRAND.favicon),
      );
      await expect(search(page)).toBeVisible();
      const about = page.locator(".about");
      await expect(about.getByRole("heading")).toHaveText("About");
      // It is shown as text, not as HTML, and keeps its line break.
      await expect(about.locator("p")).toHaveText("Somos <b>pocos</b>.Desde 1987.");
      await expect(about.locator("br")).toHaveCount(1);
      const footer = page.getByRole("contentinfo");
      await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} Taller Norte`);
      await expect(footer.getByRole("link", { name: "LinkedIn" })).toHaveAttribute(
        "href",
        "https://example.com/in",
      );
      await expect(footer.getByRole("link", { name: "Instagram" })).toBeVisible();
      await expect(footer.getByRole("link", { name: "Twitter" })).toHaveCount(0);
    });

    test("a company without a description has no About, and one without a language speaks Spanish", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ description: "", language_default: null });
      const page = await browse(way, { locale: "en-GB" });
      await open(page, way, fakeSite.url + careerSite);
      await expect(page.getByRole("heading", { name: "Ofertas de empleo" })).toBeVisible();
      await expect(page.locator(".about")).toHaveCount(0);
      platform.client({ language_default: "es-mx" });
      await open(page, way, fakeSite.url + careerSite);
      await expect(page.getByRole("heading", { name: "Vacantes" })).toBeVisible();
      platform.client({ language_default: "tlh" });
      await open(page, way, fakeSite.url + careerSite);
      await expect(page.getByRole("heading", { name: "Open positions" })).toBeVisible();
    });

    test("a career site without a name and without jobs is not found", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ name: "" });
      platform.on("positions").answer({ body: [] });
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 404/ });
      const response = await page.goto(fakeSite.url + careerSite);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading")).toHaveText("Career Site Not Found");
      await expect(
        page.getByText("The career site you're looking for could not be found."),
      ).toBeVisible();
    });

    test("job names and About in a right-to-left script read from the right", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.client({ description: "نصلح الدراجات." });
      platform.on("positions").answer({ body: [{ uuid: fakePositions.plain, name: "ميكانيكي" }] });
      const page = await browse(way);
      await page.goto(fakeSite.url + careerSite);
      await expect(page.getByRole("link", { name: "ميكانيكي" })).toHaveCSS("direction", "rtl");
      await expect(page.getByText("نصلح الدراجات.")).toHaveCSS("direction", "rtl");
    });

    test("a career site that cannot be loaded says why, and can be asked for again", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("positions").answer({ status: 500 });
      const page = await browse(way, { locale: "en-GB", expectErrors: /status of 502/ });
      const response = await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
      expect(response?.status()).toBe(502);
      await expect(page.getByRole("heading")).toHaveText("Career Site Not Found");
      await expect(
        page.getByText("The career site you're looking for could not be found."),
      ).toBeVisible();
      await expect(page.getByText("We couldn't load this page.")).toBeVisible();
      platform.on("positions").reset();
      await page.getByRole("link", { name: "Try Again" }).click();
      await expect(page).toHaveTitle("Job offers");
    });
  });
}

for (const way of ["full", "slow"] as const) {
  test.describe(`${way}:`, () => {
    test("following a job says Loading position details... until its page comes", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way);
      await writeDown(page);
      await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("#page-status")).toHaveAttribute("role", "status");
      await page.getByRole("link", { name: "Mecánica de bicicletas" }).click();
      await expect(page).toHaveTitle("Job application");
      expect(await saidSoFar(page)).toContain("Loading position details...");
      await page.goBack();
      await expect(page.locator("#page-status")).toHaveText("");
    });

    test("going to another page of the list says Loading job offers... until it comes", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("positions").answer({ body: manyJobs(250) });
      const page = await browse(way);
      await writeDown(page);
      await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
      await page.waitForLoadState("networkidle");
      await page.getByRole("link", { name: "Next page" }).click();
      await expect(page.getByText("Page 2 of 3")).toBeVisible();
      expect(await saidSoFar(page)).toContain("Loading job offers...");
    });
  });
}

import type { Page } from "playwright/test";
import { expect, open, test, longIf } from "../support/fixtures";
import {
  careerSite,
  count,
  manyJobs,
  openLiveSearch,
  rows,
  search,
  searchFor,
  openFilters,
} from "../support/career-site-page";

// tests/requests/rendered-pages.test.ts tests the HTML. app/career-site/search.test.ts tests the search
// results. keyboard.spec.ts tests navigation by keyboard.

const VACANCIES = Array.from({ length: 30 }, (_, index) => ({
  uuid: `j${index}`,
  name: `Puesto ${index}`,
  location: ["León", "Ávila"][index % 2],
  department: ["Ventas", "Taller", "Cocina"][index % 3],
  contract_type: index === 7 ? "Relevo" : "Indefinido",
}));
// Department "Taller", in Ávila.
Object.assign(VACANCIES[25] ?? {}, {
  name: "Ayudante en L’Obra\u00addor",
  contract_type: "Prácticas",
});

/** Records requests, except for the search script, which loads when the search is first used. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/search-rows.js")) requests.push(request.url());
  });
  return requests;
}

for (const way of ["full", "plain"] as const) {
  test(`${way}: finds jobs, and restores a search from its URL [2.08, 2.11, 8.02]${longIf(way === "plain")}`, async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.on("positions").answer({ body: VACANCIES });
    const page = await browse(way);
    await open(page, way, fakeSite.url + careerSite);
    await openFilters(page);
    await page.getByRole("combobox", { name: "Departamento" }).selectOption("Taller");
    await page.getByRole("combobox", { name: "Lugar" }).selectOption("Ávila");
    // With scripts, the filters apply immediately.
    if (way === "plain") await page.getByRole("button", { name: "Buscar" }).click();
    await expect(count(page)).toHaveText("5 ofertas");
    await searchFor(page, "RELEVO");
    await expect(rows(page).filter({ visible: true })).toHaveText([/Puesto 7/]);
    await searchFor(page, "l´obrador");
    await expect(rows(page).filter({ visible: true })).toHaveText([/L’Obra\u00addor/]);
    await searchFor(page, "AVILA puesto 13");
    await expect(count(page)).toHaveText("1 oferta");
    await expect(rows(page).filter({ visible: true })).toHaveText([/Puesto 13/]);
    await expect(page).toHaveURL(/q=AVILA\+puesto\+13/);
    await expect(page).toHaveURL(/location=%C3%81vila&.*department=Taller/);
    await page.goto(page.url());
    await expect(search(page)).toHaveValue("AVILA puesto 13");
    await expect(page.getByRole("combobox", { name: "Lugar" })).toHaveValue("Ávila");
    await expect(rows(page).filter({ visible: true })).toHaveCount(1);

    await searchFor(page, "astronauta");
    await expect(count(page)).toHaveText(
      "No hay ofertas que coincidan con «astronauta + Ávila + Taller».",
    );
    await page.getByRole("link", { name: "Ver todas las ofertas" }).click();
    await expect(count(page)).toHaveText("30 ofertas");
    await expect(page).toHaveURL(fakeSite.url + careerSite);
  });
}

test.describe("full:", () => {
  test("searches a short list without a request [2.11]", async ({ browse, fakeSite }) => {
    const page = await browse("full");
    await openLiveSearch(page, fakeSite.url + careerSite);
    await expect(rows(page)).toHaveCount(4);
    await page.waitForLoadState("networkidle");
    const requests = recordRequests(page);
    await expect
      .poll(async () => {
        await search(page).fill("");
        await search(page).pressSequentially("jef");
        return count(page).textContent();
      })
      .toBe("1 oferta");
    await expect(rows(page).filter({ visible: true })).toHaveText([/Jefe de taller/]);
    await expect(count(page)).toHaveAttribute("role", "status");
    await search(page).fill("zzz");
    await expect(count(page)).toHaveText("No hay ofertas que coincidan con «zzz».");
    await search(page).fill("");
    await expect(count(page)).toHaveText("4 ofertas");
    expect(page.url()).toBe(fakeSite.url + careerSite);
    expect(requests).toEqual([]);
  });

  test("searches a long list on the server once typing pauses [2.16]", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.on("positions").answer({ body: manyJobs(250) });
    const page = await browse("full");
    const searches: string[] = [];
    let respond: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (respond = resolve));
    await page.route(/\?q=/, async (route) => {
      searches.push(new URL(route.request().url()).searchParams.get("q") ?? "");
      await released;
      await route.continue();
    });
    await page.clock.install();
    await openLiveSearch(page, fakeSite.url + careerSite);
    await page.clock.pauseAt(Date.now() + 60_000);
    await search(page).pressSequentially("puesto 25");
    expect(searches).toEqual([]);
    await page.clock.runFor(250);
    const status = page.locator("#page-status");
    await expect(status).toHaveText("Cargando ofertas de empleo...");
    await expect.poll(() => searches).toEqual(["puesto 25"]);
    respond();
    await expect(count(page)).toHaveText("4 ofertas");
    await expect(status).toHaveText("");
    await expect(rows(page)).toHaveText([/Puesto 25/, /Puesto 125/, /Puesto 225/, /Puesto 250/]);
    expect(new URL(page.url()).searchParams.get("q")).toBe("puesto 25");
    await openFilters(page);

    await page.getByRole("combobox", { name: "Lugar" }).selectOption("Ávila");
    await page.clock.runFor(250);
    await expect(count(page)).toHaveText("1 oferta");
    await expect(rows(page)).toHaveText([/Puesto 250/]);
    expect(new URL(page.url()).searchParams.get("location")).toBe("Ávila");
  });

  test("shows the results of the last search even if an earlier search's response arrives later, and an error when a search fails @long", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.on("positions").answer({ body: manyJobs(250) });
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    let answerFirst: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (answerFirst = resolve));
    await page.route(/\?q=puesto\+7$/, async (route) => {
      await first;
      await route.continue().catch(() => undefined);
    });
    await openLiveSearch(page, fakeSite.url + careerSite);
    const requested = page.waitForRequest(/\?q=puesto\+7$/);
    await search(page).fill("puesto 7");
    await search(page).press("Enter");
    await requested;
    await search(page).fill("puesto 249");
    await search(page).press("Enter");
    await expect(count(page)).toHaveText("1 oferta");
    answerFirst();
    await page.waitForLoadState("networkidle");
    await expect(rows(page)).toHaveText([/Puesto 249/]);
    await expect(search(page)).toHaveValue("puesto 249");

    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.route(/\?q=/, (route) => route.abort());
    await searchFor(page, "puesto");
    await expect(page.locator("#page-status")).toHaveText("Error de red. Intenta de nuevo.");
    await expect(rows(page)).toHaveText([/Puesto 249/]);
  });
});

/** Records the status messages of every page that the tab opens. */
const recordStatus = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      const status = document.querySelector("#page-status");
      if (!status) return;
      new MutationObserver(() => {
        sessionStorage.statuses = `${String(sessionStorage.statuses ?? "")}|${status.textContent}`;
      }).observe(status, { childList: true });
    });
  });

const readStatuses = async (page: Page) =>
  (await page.evaluate(() => sessionStorage.getItem("statuses"))) ?? "";

test("full: announces that a page is loading after a link is followed [2.16, 2.36, 4.13]", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.on("positions").answer({ body: manyJobs(250) });
  const page = await browse("full");
  await recordStatus(page);
  await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 of 3")).toBeVisible();
  expect(await readStatuses(page)).toContain("Loading jobs...");

  platform.on("positions").reset();
  await page.goto(`${fakeSite.url}${careerSite}?lang=en`);
  await page.waitForLoadState("networkidle");
  await expect(page.locator("#page-status")).toHaveAttribute("role", "status");
  await page.getByRole("link", { name: "Mecánica de bicicletas" }).click();
  await expect(page).toHaveTitle("Job application");
  expect(await readStatuses(page)).toContain("Loading position details...");
  await page.goBack();
  await expect(page.locator("#page-status")).toHaveText("");
});

test("partial: searches on the server if the search script is blocked", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full", { expectErrors: /Failed to load/ });
  await page.route(/search-rows/, (route) => route.abort());
  await openLiveSearch(page, fakeSite.url + careerSite);
  await search(page).fill("jef");
  await expect(count(page)).toHaveText("1 oferta");
  await expect(rows(page)).toHaveText([/Jefe de taller/]);
  await search(page).fill("");
  await expect(count(page)).toHaveText("4 ofertas");
});

test("full: returns to the same search through the link to all jobs @long", async ({
  browse,
  fakeSite,
}) => {
  const page = await browse("full");
  await openLiveSearch(page, fakeSite.url + careerSite);
  await search(page).fill("mecanica");
  await page.getByRole("link", { name: "Mecánica de bicicletas" }).click();
  await page.getByRole("link", { name: "Todas las ofertas" }).click();
  await expect(page).toHaveURL(`${fakeSite.url}${careerSite}?q=mecanica`);
  await expect(count(page)).toHaveText("1 oferta");

  await page.getByRole("link", { name: "Ver todas las ofertas" }).click();
  await page.getByRole("link", { name: "Mecánica de bicicletas" }).click();
  await page.getByRole("link", { name: "Todas las ofertas" }).click();
  await expect(page).toHaveURL(fakeSite.url + careerSite);
});

test("full: finds jobs despite a typo, and filters them, without a request", async ({
  browse,
  fakeSite,
  platform,
}) => {
  platform.on("positions").answer({
    body: VACANCIES.map((job, index) => ({ ...job, workplace: index < 3 ? "remote" : "onsite" })),
  });
  const page = await browse("full");
  await openLiveSearch(page, fakeSite.url + careerSite);
  await page.waitForLoadState("networkidle");
  const requests = recordRequests(page);
  const groups = page.getByRole("heading", { level: 3 });
  await expect(groups).toHaveText(["Cocina", "Taller", "Ventas"]);
  await search(page).fill("tallre");
  await expect(count(page)).toHaveText("10 ofertas");
  await expect(groups).toHaveText(["Taller"]);
  await openFilters(page);
  await page.getByRole("combobox", { name: "Modalidad" }).selectOption("remote");
  await expect(rows(page)).toHaveText([/Puesto 1/]);
  await expect(page).toHaveURL(/q=tallre&workplace=remote$/);
  await page.getByRole("combobox", { name: "Lugar" }).selectOption({ label: "León (15)" });
  await expect(count(page)).toHaveText(
    "No hay ofertas que coincidan con «tallre + León + En remoto».",
  );
  expect(requests).toEqual([]);
});

import { expect, open, SEEN_WAYS, test } from "../support/fixtures";
import {
  careerSite,
  count,
  manyJobs,
  openLive,
  rows,
  search,
  searchFor,
} from "../support/career-site-page";

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    test("the search finds by name, place or contract, in any case and without accents", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("positions").answer({
        body: [
          { uuid: "a", name: "Mecánica de bicicletas", location: "Bilbao" },
          { uuid: "b", name: "Contable", location: "Málaga" },
          { uuid: "c", name: "Almacén", contract_type: "Temporal" },
        ],
      });
      const page = await browse(way);
      await open(page, way, fakeSite.url + careerSite);
      for (const [words, found] of [
        ["MECANICA", "Mecánica de bicicletas"],
        ["malaga", "Contable"],
        ["temporal", "Almacén"],
      ] as const) {
        await searchFor(page, words);
        await expect(rows(page).filter({ visible: true })).toHaveCount(1);
        await expect(page.getByRole("link", { name: found })).toBeVisible();
        await expect(count(page)).toHaveText("1 oferta");
      }
      // The address can be shared.
      expect(page.url()).toContain("?q=temporal");
      await page.reload();
      await expect(rows(page).filter({ visible: true })).toHaveCount(1);
      await expect(search(page)).toHaveValue("temporal");
    });

    test("a search that finds nothing says so, and leads back to all jobs", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way);
      await open(page, way, `${fakeSite.url}${careerSite}?lang=en`);
      await searchFor(page, "astronaut");
      await expect(page.getByText("No jobs found.")).toBeVisible();
      await expect(page.getByText("Nothing matches “astronaut”.")).toBeVisible();
      await expect(count(page)).toHaveText("0 jobs");
      await page.getByRole("link", { name: "See all jobs" }).click();
      await expect(page.getByRole("link", { name: "Mecánica de bicicletas" })).toBeVisible();
      await expect(page).toHaveURL(`${fakeSite.url}${careerSite}?lang=en`);
    });

    test("words are found in any order, and each in any field", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("positions").answer({
        body: [
          { uuid: "a", name: "Tornero fresador", location: "Valencia" },
          { uuid: "b", name: "Tornero", location: "Oviedo", department: "Taller" },
        ],
      });
      const page = await browse(way);
      await open(page, way, fakeSite.url + careerSite);
      for (const [words, found] of [
        ["valencia tornero", "Tornero fresador"],
        ["torn TALLER ovi", "Tornero"],
      ] as const) {
        await searchFor(page, words);
        await expect(rows(page).filter({ visible: true })).toHaveCount(1);
        await expect(page.getByRole("link", { name: found, exact: true })).toBeVisible();
      }
    });

    for (const jobs of [30, 250]) {
      test(`of ${jobs} jobs a department and a place can be chosen, and the address shared`, async ({
        browse,
        fakeSite,
        platform,
      }) => {
        const body = Array.from({ length: jobs }, (_, index) => ({
          uuid: `j${index}`,
          name: `Puesto ${index}`,
          location: ["León", "Ávila"][index % 2],
          department: ["Ventas", "Taller", "Cocina"][index % 3],
        }));
        platform.on("positions").answer({ body });
        const page = await browse(way);
        await open(page, way, fakeSite.url + careerSite);
        const button = page.getByRole("button", { name: "Buscar" });
        await page.getByRole("combobox", { name: "Departamento" }).selectOption("Taller");
        await page.getByRole("combobox", { name: "Lugar" }).selectOption("Ávila");
        // With scripts there is no need for it.
        if (way === "plain") await button.click();
        await expect(count(page)).toHaveText(`${Math.round(jobs / 6)} ofertas`);
        await expect(page).toHaveURL(/department=Taller&location=%C3%81vila/);
        await page.goto(page.url());
        await expect(page.getByRole("combobox", { name: "Lugar" })).toHaveValue("Ávila");
        await expect(count(page)).toHaveText(`${Math.round(jobs / 6)} ofertas`);
        await searchFor(page, "puesto 1");
        await expect(page).toHaveURL(/department=Taller/);
        await expect(rows(page).filter({ visible: true }).first()).toContainText("Puesto 1");
      });
    }

    test("a company without jobs says so, and leads nowhere", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("positions").answer({ body: [] });
      const page = await browse(way);
      await open(page, way, `${fakeSite.url}${careerSite}?lang=en`);
      await expect(page.getByText("No jobs found.")).toBeVisible();
      await expect(page.getByText("There are no open positions right now.")).toBeVisible();
      await expect(page.getByRole("link", { name: "See all jobs" })).toHaveCount(0);
    });

    test("a list of 5,000 jobs has pages of 100, and is searched whole", async ({
      browse,
      fakeSite,
      platform,
    }) => {
      platform.on("positions").answer({ body: manyJobs(5000) });
      const page = await browse(way);
      await open(page, way, `${fakeSite.url}${careerSite}?page=50`);
      await expect(count(page)).toHaveText("5000 ofertas");
      await expect(rows(page)).toHaveCount(100);
      await expect(page.getByText("Página 50 de 50")).toBeVisible();
      await page.getByRole("link", { name: "Página anterior" }).click();
      await expect(page.getByText("Página 49 de 50")).toBeVisible();
      await expect(page.getByRole("link", { name: "Puesto 4801", exact: true })).toBeVisible();
      await searchFor(page, "AVILA");
      await expect(count(page)).toHaveText("2500 ofertas");
      await expect(page.getByText("Página 1 de 25")).toBeVisible();
      await page.getByRole("link", { name: "Página siguiente" }).click();
      await expect(page.getByText("Página 2 de 25")).toBeVisible();
      await expect(page.getByRole("link", { name: "Puesto 202", exact: true })).toBeVisible();
      expect(new URL(page.url()).searchParams.get("q")).toBe("AVILA");
    });

    test("by keyboard alone: from the top to a search, and to the job that it found", async ({
      browse,
      fakeSite,
    }) => {
      const page = await browse(way);
      await open(page, way, fakeSite.url + careerSite);
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Ir al contenido" })).toBeFocused();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await expect(search(page)).toBeFocused();
      await page.keyboard.type("jefe");
      await page.keyboard.press("Enter");
      await expect(count(page)).toHaveText("1 oferta");
      await search(page).focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Jefe de taller" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page).toHaveTitle("Job application");
    });
  });
}

test.describe("full:", () => {
  test("a list that is all on the page is searched at every key, without a request", async ({
    browse,
    fakeSite,
  }) => {
    const page = await browse("full");
    await openLive(page, fakeSite.url + careerSite);
    await expect(rows(page)).toHaveCount(4);
    await page.waitForLoadState("networkidle");
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
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
    await expect(page.getByText("No se han encontrado ofertas.")).toBeVisible();
    await search(page).fill("");
    await expect(count(page)).toHaveText("4 ofertas");
    expect(page.url()).toBe(fakeSite.url + careerSite);
    expect(requests).toEqual([]);
  });

  test("a longer list is asked for, once the keys rest, and says that it is being loaded", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.on("positions").answer({ body: manyJobs(250) });
    const page = await browse("full");
    const searches: string[] = [];
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\?q=/, async (route) => {
      searches.push(new URL(route.request().url()).searchParams.get("q") ?? "");
      await held;
      await route.continue();
    });
    await page.clock.install();
    await openLive(page, fakeSite.url + careerSite);
    await page.clock.pauseAt(Date.now() + 60_000);
    await search(page).pressSequentially("puesto 25");
    expect(searches).toEqual([]);
    await page.clock.runFor(250);
    const status = page.locator("#page-status");
    await expect(status).toHaveText("Cargando ofertas de empleo...");
    await expect.poll(() => searches).toEqual(["puesto 25"]);
    answer();
    await expect(count(page)).toHaveText("4 ofertas");
    await expect(status).toHaveText("");
    await expect(rows(page)).toHaveText([/Puesto 25/, /Puesto 125/, /Puesto 225/, /Puesto 250/]);
    expect(new URL(page.url()).searchParams.get("q")).toBe("puesto 25");
  });

  test("of two searches under way the last answer wins", async ({ browse, fakeSite, platform }) => {
    platform.on("positions").answer({ body: manyJobs(250) });
    const page = await browse("full");
    let answerFirst: () => void = () => undefined;
    const first = new Promise<void>((resolve) => (answerFirst = resolve));
    await page.route(/\?q=puesto\+7$/, async (route) => {
      await first;
      await route.continue().catch(() => undefined);
    });
    await openLive(page, fakeSite.url + careerSite);
    const asked = page.waitForRequest(/\?q=puesto\+7$/);
    await search(page).fill("puesto 7");
    await search(page).press("Enter");
    await asked;
    await search(page).fill("puesto 249");
    await search(page).press("Enter");
    await expect(count(page)).toHaveText("1 oferta");
    answerFirst();
    await page.waitForLoadState("networkidle");
    await expect(rows(page)).toHaveText([/Puesto 249/]);
    await expect(search(page)).toHaveValue("puesto 249");
  });

  test("a search that gets no answer says so, and keeps the list", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    platform.on("positions").answer({ body: manyJobs(250) });
    const page = await browse("full", { expectErrors: /net::ERR_/ });
    await page.route(/\?q=/, (route) => route.abort());
    await openLive(page, fakeSite.url + careerSite);
    await searchFor(page, "puesto");
    await expect(page.locator("#page-status")).toHaveText("Error de red. Intenta de nuevo.");
    await expect(rows(page)).toHaveCount(100);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ANSWERS, formOf, idOf, pageOf, pdfOf, post } from "../support/application-form";
import { fakePositions, startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { receiptAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

let platform: FakePlatform;
let site: Site;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await startSite({ platform: platform.url });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
});
beforeEach(() => platform.reset());

describe("the receipt of a plain application", () => {
  test("is where the candidate is led, and a reload of it sends nothing", async () => {
    const response = await post(site.url + pageOf("plain"), formOf());
    expect(response.status).toBe(303);
    const location = response.headers.get("Location") ?? "";
    expect(location).toMatch(/^\/taller-norte\/a-position\/[\w-]+\?receipt=[0-9a-f]{64}$/);
    for (let visit = 0; visit < 2; visit++) {
      const page = await fetch(site.url + location);
      expect(await page.text()).toContain("¡Ya te has inscrito!");
    }
    expect(platform.applications).toHaveLength(1);
  });

  test("says what was sent when and to whom, with a number, and nothing of the candidate", async () => {
    const form = formOf(ANSWERS, { bytes: pdfOf(100_000), name: "ana-perez.pdf" });
    const response = await post(site.url + pageOf("questions"), form);
    const page = await fetch(new URL(response.headers.get("Location") ?? "", site.url));
    expect(page.headers.get("Cache-Control")).toContain("private");
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    const html = await page.text();
    expect(await receiptAt(page.url)).toEqual({
      Número: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/) as string,
      Estado: "Entregada",
      Puesto: "Jefe de taller",
      Empresa: "Taller Norte",
      // Nobody knows here where the visitor is; in Cloudflare's network it is known.
      Enviada: expect.stringMatching(/^\d+ de \w+ de \d{4}(,| a las) \d+:\d\d UTC$/) as string,
      Contenido: "tus datos, CV (PDF, 98 KB), 3 respuestas",
    });
    for (const own of ["María", "O'Neill", "612", "ana-perez", "bicicletas", idOf(form)]) {
      expect(textOf(html, "receipt")).not.toContain(own);
    }
    const { headers } = await fetch(page.url);
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
  });

  test("has its time in the zone that Cloudflare says the visitor is in", async () => {
    const response = await post(site.url + pageOf("plain"), formOf());
    const address = new URL(response.headers.get("Location") ?? "", site.url);
    // The test's runtime says America/Chicago of every request.
    const headers = { "CF-Ray": "230b030023ae2822-ORD" };
    const html = await (await fetch(address, { headers })).text();
    expect(textOf(html, "receipt")).toMatch(/\d+:\d\d (GMT-[56]|C[DS]T)/);
  });

  test("says what happens next, in the company's words when it has some", async () => {
    const response = await post(site.url + pageOf("plain"), formOf());
    const address = new URL(response.headers.get("Location") ?? "", site.url);
    const next = async () => textOf(await (await fetch(address)).text(), "receipt-next");
    expect(await next()).toContain("El siguiente paso depende de Taller Norte");
    platform.client({ next_steps: "Te llamamos en una semana.\nCon <b>todo</b>." });
    expect(await next()).toContain("Te llamamos en una semana.");
    expect(await next()).toContain("<b>todo</b>");
    expect(await next()).not.toContain("depende");
  });

  test("is a link away in the other languages", async () => {
    const response = await post(site.url + pageOf("plain"), formOf());
    const address = new URL(response.headers.get("Location") ?? "", site.url);
    const html = await (await fetch(address)).text();
    const english = elementsOf(html, "a").find(({ text }) => text === "English");
    const page = await fetch(new URL(english?.attributes.href ?? "", address));
    expect(textOf(await page.text(), "receipt")).toContain("Delivered");
  });

  test("stays when its position is closed", async () => {
    const response = await post(site.url + pageOf("plain"), formOf());
    platform.position(fakePositions.plain, { status: "closed" });
    const page = await fetch(new URL(response.headers.get("Location") ?? "", site.url));
    expect(page.status).toBe(200);
    expect(textOf(await page.text(), "receipt")).toContain("Entregada");
  });

  test("shows nothing of another position, nor one that was made up", async () => {
    const response = await post(site.url + pageOf("plain"), formOf());
    const receipt = new URL(response.headers.get("Location") ?? "", site.url).search;
    const others = [pageOf("csrf") + receipt, `${pageOf("plain")}?receipt=${"0".repeat(64)}`];
    for (const other of others) {
      expect(await (await fetch(site.url + other)).text()).toContain('name="first_name"');
    }
  });

  test("keeps the language that was asked for", async () => {
    const response = await post(`${site.url}${pageOf("plain")}?lang=en`, formOf());
    const page = await fetch(new URL(response.headers.get("Location") ?? "", site.url));
    expect(await page.text()).toContain("You have already applied!");
  });
});

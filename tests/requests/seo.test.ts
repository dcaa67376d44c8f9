import { describe, expect, test } from "vitest";
import { careerSite } from "../support/cached-pages";
import { buildForm, positionPath, post } from "../support/application-form";
import { fakeClientUuid, fakePositions } from "../support/fake-platform";
import { getWithHost } from "../support/request-with-host";
import { findElements } from "../support/html";
import { startSites } from "../support/sites-for-file";
import { parseSitemap, parseSitemapIndex } from "../support/sitemap";

const OWN_HOST = "jobs.taller.example";

const { platform, site } = await startSites({
  site: { vars: { HOSTS: `${OWN_HOST}=${fakeClientUuid}`, PAGE_CACHE: "on" } },
});

const OWN = `https://${OWN_HOST}`;
let companies = 0;

/** Creates a company without its own host, and a position of this company. */
function newCompany(about: Record<string, unknown> = {}, position: Record<string, unknown> = {}) {
  const uuid = `company-${++companies}`;
  const code = `code-${companies}`;
  platform.client({ code, name: "Other", language_default: "es", ...about }, uuid);
  platform.position(`${uuid}-job`, { name: "Jefa de taller", client: uuid, ...position });
  return {
    uuid,
    careerSite: `/${code}/${uuid}`,
    position: `/${code}/jefa-de-taller/${uuid}-job`,
    anyName: `/x/y/${uuid}-job`,
  };
}

/** Reads a page's canonical URL and the contents of its `meta` elements by name. */
async function getHead(path: string) {
  const response = await fetch(site.url + path);
  const html = await response.text();
  const links = findElements(html, "link").filter(
    ({ attributes }) => attributes.rel === "canonical",
  );
  const metas = findElements(html, "meta").flatMap(({ attributes }) => {
    const { name, property, content = "" } = attributes;
    return [name, property].flatMap((key) => (key === undefined ? [] : [[key, content]]));
  });
  return {
    status: response.status,
    robots: response.headers.get("X-Robots-Tag"),
    canonical: links.map(({ attributes }) => attributes.href),
    meta: Object.fromEntries(metas) as Record<string, string>,
    html,
  };
}

describe("a canonical URL", () => {
  const PLAIN = `${OWN}/taller-norte/mecanica-de-bicicletas/${fakePositions.plain}`;
  const wrongSlug = `/x/y/${fakePositions.plain}/?utm_source=a&gclid=1`;
  test.each([
    ["a position", positionPath("plain"), PLAIN],
    ["a position with a wrong slug and unknown parameters", wrongSlug, PLAIN],
    ["a position in another language", `${positionPath("plain")}?lang=en`, PLAIN],
    ["a career site", `/x/${fakeClientUuid}?lang=en&ref=a`, `${OWN}/`],
  ])("is on the company's own host for %s [11.01]", async (_, path, canonical) => {
    const head = await getHead(path);
    expect(head).toMatchObject({ status: 200, robots: null, canonical: [canonical] });
    expect(head.meta["og:url"]).toBe(canonical);
  });

  test("is on the shared host for a company without its own host", async () => {
    const { careerSite, position, anyName } = newCompany();
    expect((await getHead(anyName)).canonical).toEqual([site.url + position]);
    expect((await getHead(careerSite)).canonical).toEqual([site.url + careerSite]);
  });
});

describe("noindex [11.02]", () => {
  test.each([
    ["a search", `${careerSite}?q=mecanica`, 200],
    ["a filtered list", `${careerSite}?location=Bilbao`, 200],
    ["a policy", `${careerSite}/privacy`, 200],
    ["a position's policy", `${positionPath("plain")}/privacy`, 200],
    ["a closed position", positionPath("closed"), 410],
    ["an unknown position", "/a/b/nobody", 404],
    ["an unknown page", "/404", 404],
    ["an error", "/error", 500],
    ["an unknown system path", "/-/nothing", 404],
  ])("applies to %s", async (_, path, status) => {
    // The second response can come from the cache.
    for (const head of [await getHead(path), await getHead(path)]) {
      expect(head).toMatchObject({ status, robots: "noindex", canonical: [] });
      expect(head.html).not.toContain("ld+json");
    }
  });

  test("applies to a receipt", async () => {
    const response = await post(site.url + positionPath("plain"), buildForm());
    const head = await getHead(response.headers.get("Location") ?? "");
    expect(head).toMatchObject({ status: 200, robots: "noindex", canonical: [] });
    // Only the position page has a share button.
    const buttons = (html: string) =>
      findElements(html, "input")
        .filter(({ attributes }) => attributes.class?.startsWith("share"))
        .map(({ attributes }) => attributes.value);
    expect(buttons(head.html)).toEqual([]);
    expect(buttons((await getHead(positionPath("plain"))).html)).toEqual(["Compartir"]);
    const refused = await post(site.url + positionPath("plain"), buildForm({ first_name: "" }));
    expect([refused.status, refused.headers.get("X-Robots-Tag")]).toEqual([422, "noindex"]);
  });
});

describe("a link preview", () => {
  const text = "Buscamos a una persona que dirija nuestro taller de la calle Feria. ".repeat(4);
  const pictures = { main_image: "https://a.example/b.jpg", logo: "https://a.example/logo.svg" };

  test("contains a position's title, company, image and description [11.05]", async () => {
    const { anyName } = newCompany(pictures, { description: `<h2>Taller</h2><p>${text}</p>` });
    const { meta, canonical } = await getHead(anyName);
    expect(meta).toMatchObject({
      "og:title": "Jefa de taller · Other",
      "og:type": "website",
      "og:url": canonical[0],
      "og:site_name": "Other",
      "og:locale": "es_ES",
      "og:image": "https://a.example/b.jpg",
      "twitter:card": "summary_large_image",
    });
    expect(meta.description).toMatch(/^Taller Buscamos a una .*[a-z]…$/);
    expect(meta.description?.length).toBeLessThanOrEqual(161);
    expect(meta["og:description"]).toBe(meta.description);
  });

  test("contains a career site's title, description and locale [11.05]", async () => {
    const about = { description: "Hacemos\nbicicletas.", logo: pictures.logo, main_image: null };
    const { meta } = await getHead(`${newCompany(about).careerSite}?lang=en`);
    expect(meta).toMatchObject({
      description: "Hacemos bicicletas.",
      "og:title": "Other",
      "og:locale": "en_US",
      "twitter:card": "summary",
    });
    // Social networks do not display SVGs.
    expect(meta).not.toHaveProperty("og:image");
    const blank = await getHead(`${newCompany({ description: "" }).careerSite}?lang=en`);
    expect(blank.meta.description).toBe("Work at Other");
  });

  test("escapes hostile texts [11.05]", async () => {
    const hostile = `"><script>alert(1)</script><meta http-equiv=refresh content='0;url=//evil'>`;
    const escaped = hostile.replaceAll("<", "&lt;");
    const { anyName } = newCompany(
      { name: hostile, main_image: `https://a.example/"><script>.png` },
      { name: hostile, description: `<p>${escaped}</p>` },
    );
    const { html, meta } = await getHead(anyName);
    expect(meta.description).toBe(hostile);
    expect(meta["og:site_name"]).toBe(hostile);
    expect(meta["og:image"]).toBe("https://a.example/%22%3E%3Cscript%3E.png");
    expect(findElements(html, "script").map((script) => script.text)).not.toContain("alert(1)");
    const refreshes = findElements(html, "meta").filter(({ attributes }) => attributes.httpEquiv);
    expect(refreshes).toEqual([]);
  });
});

describe("a sitemap", () => {
  const jobs = [
    { uuid: "job-1", name: "Jefa & <hija>", published_at: "2026-09-01T10:00:00+02:00" },
    { uuid: "job-3", name: "Sin fecha" },
    { uuid: "job-4", name: "Fuera", apply_url: "https://ats.example/17" },
  ];
  const get = async (path: string) => (await fetch(site.url + path)).text();

  test("contains the career site and each position on the site with its publication date, if any [11.03]", async () => {
    const { uuid, careerSite } = newCompany({ code: "o&ther" });
    platform.on("positions").answer({ body: jobs });
    const response = await fetch(`${site.url}${careerSite}/sitemap.xml`);
    expect(response.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
    expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
    expect(parseSitemap(await response.text(), site.url)).toEqual([
      { loc: `${site.url}/o%26ther/${uuid}` },
      { loc: `${site.url}/o%26ther/jefa-hija/job-1`, lastmod: "2026-09-01T08:00:00.000Z" },
      { loc: `${site.url}/o%26ther/sin-fecha/job-3` },
    ]);
  });

  test("contains canonical URLs and no closed positions", async () => {
    const locations = parseSitemap(await get(`${careerSite}/sitemap.xml`), OWN).map(
      ({ loc }) => loc,
    );
    expect(locations).toHaveLength(5);
    expect(locations.join()).not.toContain(fakePositions.closed);
    for (const loc of locations) {
      const path = loc === `${OWN}/` ? careerSite : new URL(loc).pathname;
      expect((await getHead(path)).canonical).toEqual([loc]);
    }
  });

  test("is an index of sitemaps if there are more than 50,000 URLs [11.03]", async () => {
    const { careerSite } = newCompany();
    const many = Array.from({ length: 50_000 }, (_, n) => ({ uuid: `job-${n}`, name: `Job ${n}` }));
    platform.on("positions").answer({ body: many });
    const parts = parseSitemapIndex(await get(`${careerSite}/sitemap.xml`), site.url);
    expect(parts).toHaveLength(2);
    const entries = await Promise.all(
      parts.map(async (part) => parseSitemap(await (await fetch(part)).text(), site.url)),
    );
    expect(entries.map((part) => part.length)).toEqual([50_000, 1]);
    expect(new Set(entries.flat().map(({ loc }) => loc)).size).toBe(50_001);
    expect((await fetch(`${site.url}${careerSite}/sitemap.xml?page=4`)).status).toBe(404);
  });
});

describe("robots.txt", () => {
  test("names the sitemap on a company's own host [11.03]", async () => {
    const robots = await getWithHost(OWN_HOST, `${site.url}/robots.txt`);
    expect(robots.html).toBe(`User-agent: *\nDisallow: /-/\n\nSitemap: ${OWN}/sitemap.xml\n`);
    const sitemap = await getWithHost(OWN_HOST, `${site.url}/sitemap.xml`);
    expect(sitemap.status).toBe(200);
    expect(parseSitemap(sitemap.html, OWN)[0]?.loc).toBe(`${OWN}/`);
  });

  test("names no sitemap on the shared host, where /sitemap.xml is 404", async () => {
    const robots = await fetch(`${site.url}/robots.txt`);
    expect(robots.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await robots.text()).toBe("User-agent: *\nDisallow: /-/\n");
    expect((await fetch(`${site.url}/sitemap.xml`)).status).toBe(404);
  });
});

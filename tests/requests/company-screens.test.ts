import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform-data";
import { getWithHost } from "../support/request-with-host";
import { findElements, findText } from "../support/html";
import { startSite } from "../support/site";
import { startSites } from "../support/sites-for-file";
import { countObjects } from "../support/stored-objects";

// Tests a company's error screens on a host whose `/` redirects to another company.

const HARBOUR = "harbour-uuid";
const SITE = `/harbour/${HARBOUR}`;
const OWN = "jobs.harbour.example";

const vars = { HOME_PATH: `/${fakeClientCode}/${fakeClientUuid}`, HOSTS: `${OWN}=${HARBOUR}` };
const { platform, site } = await startSites({ site: { vars } });

beforeAll(async () => {
  createHarbour();
  await fetch(site.url + SITE);
});
beforeEach(createHarbour);

function createHarbour() {
  const look = { apply_page_css: "h1 { color: teal }", favicon: "https://harbour.example/i.png" };
  platform.client(
    { code: "harbour", name: "Harbour Lane", language_default: "en", ...look },
    HARBOUR,
  );
  platform.position("harbour-mate", { name: "Deck mate", client: HARBOUR });
}

/** Makes calls fail with 500. The value 503 puts the platform into maintenance. */
const failCalls = (...calls: ("position" | "client" | "positions" | 503)[]) => {
  for (const call of calls) {
    if (call === 503) platform.on("position").answer({ status: call });
    else platform.on(call).answer({ status: 500 });
  }
};

/** Returns which elements of Harbour Lane's design a page has. */
function getDesign(html: string) {
  return {
    company: findText(html, "site-header").includes("Harbour Lane"),
    css: html.includes("color: teal"),
    favicon: html.includes('href="https://harbour.example/i.png"'),
    language: /<html lang="([^"]*)"/.exec(html)?.[1],
  };
}
const HARBOUR_DESIGN = { company: true, css: true, favicon: true, language: "en" };

const getButtonLinks = (html: string) =>
  findElements(html, "a").flatMap(({ attributes: { class: name, href } }) =>
    name === "button" ? (href ?? []) : [],
  );

const RELOAD = "";
const MATE = "/harbour/a/b";
type Calls = Parameters<typeof failCalls>;

test.each<[what: string, path: string, calls: Calls, status: number, links: string[]]>([
  ["a missing position", "/harbour/a/missing", [], 404, [SITE]],
  ["the policy of a missing position", "/harbour/a/missing-too/privacy", [], 404, [SITE]],
  ["a company code in capital letters", "/HARBOUR/a/missing", [], 404, [SITE]],
  ["a position that cannot be read", MATE, ["position"], 502, [RELOAD, SITE]],
  ["a platform in maintenance", MATE, [503], 503, [RELOAD, SITE]],
  ["a platform that is down", MATE, ["position", "client", "positions"], 502, [RELOAD, SITE]],
  ["a career site whose list cannot be read", SITE, ["positions"], 502, [RELOAD]],
  [
    "the policy of a company whose list cannot be read",
    `${SITE}/privacy`,
    ["positions"],
    502,
    [RELOAD, SITE],
  ],
  ["a missing career site", "/harbour/another-uuid", [], 404, [SITE]],
])(
  "the screen for %s has the company's design and the expected links [8.18]",
  async (_, path, calls, status, links) => {
    failCalls(...calls);
    const response = await fetch(site.url + path);
    const html = await response.text();
    expect([response.status, getDesign(html), getButtonLinks(html)]).toEqual([
      status,
      HARBOUR_DESIGN,
      links,
    ]);
    expect(html).not.toContain("Taller Norte");
  },
);

test("the screen for a missing position shows the company's other jobs", async () => {
  const html = await (await fetch(`${site.url}/harbour/a/missing`)).text();
  expect(findText(html, "screen-jobs")).toContain("Deck mate");
});

test("404 screens on a company's own host have the company's design", async () => {
  for (const path of [`/${fakeClientCode}/a/missing`, "/nobody/a/missing", "/bolt/bolt-uuid"]) {
    const { status, html } = await getWithHost(OWN, site.url + path);
    expect([path, status, getDesign(html), getButtonLinks(html)]).toEqual([
      path,
      404,
      HARBOUR_DESIGN,
      ["/"],
    ]);
  }
});

test.each([
  ["/nobody/a/missing", 200],
  ["/nobody/missing", 200],
  ["/%E0%A4%A/a/missing", 200],
  // The platform no longer has this company.
  ["/harbour/a/missing", 404],
])("the screen for %s has no company design if the company is unknown", async (path, status) => {
  if (status === 404) platform.on("client").answer({ status });
  const html = await (await fetch(site.url + path)).text();
  expect([getDesign(html).company, getButtonLinks(html)]).toEqual([false, ["/"]]);
});

test("an error screen has the company's design in a new isolate [8.18]", async () => {
  const persistTo = await mkdtemp(join(tmpdir(), "puerta-companies-"));
  const options = { platform: platform.url, vars, persistTo };
  const first = await startSite(options);
  await fetch(first.url + SITE);
  // Wait for the copies of the client, its list and its code.
  await expect.poll(() => countObjects(first.state, "DurableCopy").stored).toBe(3);
  await first.stop();
  const next = await startSite(options);
  for (const prepare of [() => undefined, () => failCalls("position", "client")]) {
    prepare();
    const html = await (await fetch(`${next.url}/harbour/a/missing`)).text();
    expect(getDesign(html)).toEqual(HARBOUR_DESIGN);
  }
  await next.stop();
  await rm(persistTo, { recursive: true, force: true });
});

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

// Screens of a company whose page cannot be shown, on a host where `/` is another company's.

const HARBOUR = "harbour-uuid";
const SITE = `/harbour/${HARBOUR}`;
const OWN = "jobs.harbour.example";

const vars = { HOME_PATH: `/${fakeClientCode}/${fakeClientUuid}`, HOSTS: `${OWN}=${HARBOUR}` };
const { platform, site } = await startSites({ site: { vars } });

beforeAll(async () => {
  givenHarbour();
  await fetch(site.url + SITE);
});
beforeEach(givenHarbour);

function givenHarbour() {
  const look = { apply_page_css: "h1 { color: teal }", favicon: "https://harbour.example/i.png" };
  platform.client(
    { code: "harbour", name: "Harbour Lane", language_default: "en", ...look },
    HARBOUR,
  );
  platform.position("harbour-mate", { name: "Deck mate", client: HARBOUR });
}

/** The calls that fail with 500; 503 is maintenance. */
const failing = (...calls: ("position" | "client" | "positions" | 503)[]) => {
  for (const call of calls) {
    if (call === 503) platform.on("position").answer({ status: call });
    else platform.on(call).answer({ status: 500 });
  }
};

/** The addresses that a page leads to, and whether it looks like the company's. */
function seenIn(html: string) {
  return {
    company: findText(html, "site-header").includes("Harbour Lane"),
    css: html.includes("color: teal"),
    favicon: html.includes('href="https://harbour.example/i.png"'),
    language: /<html lang="([^"]*)"/.exec(html)?.[1],
  };
}
const HARBOURS = { company: true, css: true, favicon: true, language: "en" };

const buttonsIn = (html: string) =>
  findElements(html, "a").flatMap(({ attributes: { class: name, href } }) =>
    name === "button" ? (href ?? []) : [],
  );

const AGAIN = "";
const MATE = "/harbour/a/b";
type Calls = Parameters<typeof failing>;

test.each<[what: string, path: string, failing: Calls, status: number, leads: string[]]>([
  ["a missing position", "/harbour/a/missing", [], 404, [SITE]],
  ["its policy", "/harbour/a/missing-too/privacy", [], 404, [SITE]],
  ["a code in capital letters", "/HARBOUR/a/missing", [], 404, [SITE]],
  ["a failed position", MATE, ["position"], 502, [AGAIN, SITE]],
  ["a platform in maintenance", MATE, [503], 503, [AGAIN, SITE]],
  ["a platform that is away", MATE, ["position", "client", "positions"], 502, [AGAIN, SITE]],
  ["a failed career site", SITE, ["positions"], 502, [AGAIN]],
  ["its failed policy", `${SITE}/privacy`, ["positions"], 502, [AGAIN, SITE]],
  ["a missing career site", "/harbour/another-uuid", [], 404, [SITE]],
])(
  "%s keeps the company's look, and leads to its jobs [8.18]",
  async (_, path, calls, status, leads) => {
    failing(...calls);
    const response = await fetch(site.url + path);
    const html = await response.text();
    expect([response.status, seenIn(html), buttonsIn(html)]).toEqual([status, HARBOURS, leads]);
    expect(html).not.toContain("Taller Norte");
  },
);

test("a missing position shows the company's other jobs", async () => {
  const html = await (await fetch(`${site.url}/harbour/a/missing`)).text();
  expect(findText(html, "screen-jobs")).toContain("Deck mate");
});

test("on the company's own host every screen is the company's, whatever code the address has", async () => {
  for (const path of [`/${fakeClientCode}/a/missing`, "/nobody/a/missing", "/bolt/bolt-uuid"]) {
    const { status, html } = await getWithHost(OWN, site.url + path);
    expect([path, status, seenIn(html), buttonsIn(html)]).toEqual([path, 404, HARBOURS, ["/"]]);
  }
});

test.each([
  ["/nobody/a/missing", 200],
  ["/nobody/missing", 200],
  ["/%E0%A4%A/a/missing", 200],
  // The platform has removed this one.
  ["/harbour/a/missing", 404],
])("%s looks like no company where it is not known", async (path, status) => {
  if (status === 404) platform.on("client").answer({ status });
  const html = await (await fetch(site.url + path)).text();
  expect([seenIn(html).company, buttonsIn(html)]).toEqual([false, ["/"]]);
});

test("a copy of the company outlives the isolate that read it [8.18]", async () => {
  const persistTo = await mkdtemp(join(tmpdir(), "puerta-companies-"));
  const options = { platform: platform.url, vars, persistTo };
  const first = await startSite(options);
  await fetch(first.url + SITE);
  // The client, its list, and its code.
  await expect.poll(() => countObjects(first.state, "DurableCopy").stored).toBe(3);
  await first.stop();
  const next = await startSite(options);
  for (const trouble of [() => undefined, () => failing("position", "client")]) {
    trouble();
    const html = await (await fetch(`${next.url}/harbour/a/missing`)).text();
    expect(seenIn(html)).toEqual(HARBOURS);
  }
  await next.stop();
  await rm(persistTo, { recursive: true, force: true });
});

import { beforeEach, describe, expect, test } from "vitest";
import { ANSWERS, submitPath, buildForm, applicationId } from "../support/application-form";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { getWithHost, postWithHost } from "../support/request-with-host";
import { findElements } from "../support/html";
import { PURGE_SECRET } from "../support/cached-pages";
import { startSites } from "../support/sites-for-file";

const OWN = "jobs.own.example";
const BOLT = "careers.bolt.example";
const SHARED = "jobs.example";

const vars = {
  PAGE_CACHE: "on",
  PURGE_SECRET,
  HOME_PATH: `/${fakeClientCode}/${fakeClientUuid}`,
  HOSTS: `${OWN}=${fakeClientUuid}, ${BOLT}=bolt`,
};

const { platform, site } = await startSites({ site: { vars } });
beforeEach(() => {
  platform.client({ code: "bolt", name: "Bolt & Sons", language_default: "en" }, "bolt");
  platform.position("bolt-job", { name: "Smith", client: "bolt" });
});

const RECEIPT = '<dl class="receipt-rows">';
const position = `/${fakeClientCode}/a-position/${fakePositions.questions}`;
const get = (host: string, path: string, headers: Record<string, string> = {}) =>
  getWithHost(host, site.url + path, headers);
const getLinks = (html: string) =>
  findElements(html, "a").flatMap(({ attributes }) => attributes.href ?? []);
const getHeading = (html: string) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];

describe("a company's own host", () => {
  test("serves the career site at / and pages that link to /", async () => {
    const home = await get(OWN, "/");
    expect(home.status).toBe(200);
    const shared = await get(SHARED, `/${fakeClientCode}/${fakeClientUuid}`);
    expect(getHeading(home.html)).toBe(getHeading(shared.html));
    expect(getLinks(home.html)).toContain("/");
    expect(getLinks(home.html)).toContain("/privacy");
    expect(getLinks(home.html)).not.toContain(`/${fakeClientCode}/${fakeClientUuid}`);
    const page = await get(OWN, position);
    expect(page.status).toBe(200);
    expect(getLinks(page.html)).toContain("/");
    expect(page.html).toContain(`https://${OWN}${position.split("/", 2).join("/")}`);
    expect(page.html).toContain('"careerSiteHref":"/"');
  });

  test("serves searches, later pages of the list and the policy", async () => {
    const jobs = Array.from({ length: 150 }, (_, index) => ({
      ...{ uuid: `job-${index}`, name: `Job ${index}` },
    }));
    platform.on("positions").answer({ body: jobs });
    const found = await get(BOLT, "/?q=job+149");
    expect(getLinks(found.html).filter((href) => href.includes("job-149"))).toHaveLength(1);
    const later = await get(BOLT, "/?page=2");
    expect(later.html).toContain("job-149");
    expect(getLinks(later.html)).toContain("/");
    for (const path of ["/privacy", "/Privacy/", "/privacy?lang=es"]) {
      const policy = await get(BOLT, path);
      expect([policy.status, getHeading(policy.html) !== undefined]).toEqual([200, true]);
      expect(getLinks(policy.html).some((href) => href === "/" || href === "/?lang=es-es")).toBe(
        true,
      );
    }
  });

  test.each([
    ["the career site", "/bolt/bolt"],
    ["the policy", "/bolt/bolt/privacy"],
    ["a position", "/bolt/smith/bolt-job"],
    ["a position's policy", "/bolt/smith/bolt-job/privacy"],
    ["a position in another language", "/bolt/smith/bolt-job?lang=en"],
    ["a search", "/bolt/bolt?q=smith"],
  ])(
    "returns 404 for another company's pages and does not reveal that company's name: %s",
    async (_, path) => {
      for (let visit = 0; visit < 2; visit++) {
        expect((await get(BOLT, path)).status).toBe(200);
        const foreign = await get(OWN, path);
        expect(foreign.status).toBe(404);
        expect(foreign.html).not.toMatch(/bolt (&|&amp;)|Smith/i);
      }
      expect((await get(SHARED, path)).status).toBe(200);
    },
  );

  test("returns 404 for another company's forms and receipts", async () => {
    const form = buildForm(ANSWERS);
    const foreign = await postWithHost(BOLT, `${site.url}${position}?send`, form);
    expect(foreign.status).toBe(404);
    const scripted = await postWithHost(BOLT, site.url + submitPath(applicationId(form)), form);
    expect(scripted.status).toBe(404);
    expect(platform.applications).toHaveLength(0);

    const sent = await postWithHost(OWN, `${site.url}${position}?send`, form);
    expect(sent.status).toBe(303);
    const receipt = sent.headers.location ?? "";
    expect((await get(OWN, receipt)).html).toContain(RECEIPT);
    expect((await get(SHARED, receipt)).html).toContain(RECEIPT);
    const elsewhere = await get(BOLT, receipt);
    expect(elsewhere.status).toBe(404);
    expect(elsewhere.html).not.toContain(RECEIPT);
  });

  test("ignores HOME_PATH and forwarding headers", async () => {
    expect((await get(SHARED, "/")).status).toBe(302);
    expect((await get(SHARED, "/", { "X-Forwarded-Host": OWN })).status).toBe(302);
    const home = await get(OWN, "/", { "X-Forwarded-Host": BOLT, Forwarded: `host=${BOLT}` });
    expect(home.html).not.toContain("Bolt &amp;");
    expect((await get(SHARED, "/privacy")).status).toBe(404);
  });
});

test("a company's own host does not serve another company's copies while the platform is down", async () => {
  expect((await get(SHARED, "/bolt/smith/bolt-job")).status).toBe(200);
  expect((await get(OWN, "/bolt/smith/bolt-job")).status).toBe(404);
  platform.on("client").answer({ status: 500 });
  platform.on("position").answer({ status: 500 });
  expect((await get(OWN, "/bolt/smith/bolt-job?lang=es-mx")).status).not.toBe(200);
});

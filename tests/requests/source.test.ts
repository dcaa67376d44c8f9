import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { ANSWERS, buildForm, positionPath, post } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { findElements } from "../support/html";
import { careerSite, getPage, newPosition } from "../support/cached-pages";
import { startSites } from "../support/sites-for-file";

const QUERY = "utm_source=linkedin&utm_campaign=autumn-2026&gh_src=a1b2";
const NAMES = ["utm_source", "utm_campaign", "gh_src"];
const SOURCE = { utm_source: "linkedin", utm_campaign: "autumn-2026", gh_src: "a1b2" };
const page = positionPath("questions");

const vars = { PAGE_CACHE: "on", RETRY_FIRST_MS: "100" };
const { platform, site } = await startSites({ site: { vars } });
beforeEach(() => platform.position(fakePositions.questions, { takes: ["source", "tea"] }));

const getHrefs = (html: string) =>
  findElements(html, "a").flatMap(({ attributes }) => attributes.href ?? []);
const getOwnLinks = (html: string) => getHrefs(html).filter((href) => /^[/?](?!\/)/.test(href));
const getHiddenFields = (html: string) =>
  findElements(html, "input").flatMap(({ attributes: { type, name = "", value } }) =>
    type === "hidden" && NAMES.includes(name) ? [[name, value] as const] : [],
  );
const unescapeHtml = (address: string) => address.replaceAll("&amp;", "&");

describe("a cached page", () => {
  test.each([
    ["a career site", careerSite],
    ["a position", page],
    ["a policy", `${page}/privacy`],
    ["a career site in another language", `${careerSite}?lang=en`],
  ])("contains the source of the current request: %s", async (_, path) => {
    const address = site.url + path;
    const withQuery = `${address}${address.includes("?") ? "&" : "?"}`;
    const first = await getPage(`${withQuery}${QUERY}`);
    const before = platform.requests.length;
    const [second, third] = [await getPage(address), await getPage(`${withQuery}ref=newsletter`)];
    // The three responses share one rendered page and one read from the platform.
    expect(first.cacheStatus).toContain("fwd=miss; stored");
    for (const { cacheStatus } of [second, third]) expect(cacheStatus).toMatch(/^Puerta; hit/);
    expect(platform.requests).toHaveLength(before);
    expect(second.html).not.toMatch(/linkedin|source=|"source"|gh_src/);
    expect(third.html).not.toContain("linkedin");
    expect(second.html).not.toMatch(/href="[^"]*[?&](amp;)?"/);
    for (const [{ html }, source] of [
      [first, QUERY],
      [third, "ref=newsletter"],
    ] as const) {
      const links = getOwnLinks(html);
      expect(links.length).toBeGreaterThan(3);
      expect(links.filter((href) => !unescapeHtml(href).includes(source))).toEqual([]);
      // The links differ only in the source.
      const without = links.map((href) =>
        unescapeHtml(href).replace(`&${source}`, "").replace(`?${source}`, ""),
      );
      expect(without).toEqual(getOwnLinks(second.html).map(unescapeHtml));
    }
  });

  test("contains the source in the form only if the platform accepts a source", async () => {
    const { html } = await getPage(`${site.url}${page}?${QUERY}`);
    expect(getHiddenFields(html)).toEqual(Object.entries(SOURCE));
    const { page: other } = newPosition(platform);
    expect(getHiddenFields((await getPage(`${site.url}${other}?${QUERY}`)).html)).toEqual([]);
  });
});

test("an invalid source in the query does not change the page [10.18]", async () => {
  const query = "utm_source=%22%3E%3Cscript%3E&gh_src=a%0d%0aSet-Cookie:x&fbclid=abc";
  for (const path of [`${page}?`, `${careerSite}?`, `${careerSite}?q=a&`]) {
    const hostile = await getPage(site.url + path + query);
    const normal = await getPage(site.url + path.slice(0, -1));
    const without = ({ html, nonce, id = "-" }: typeof normal) =>
      html.replaceAll(nonce, "").replaceAll(id, "");
    expect(without(hostile)).toBe(without(normal));
    expect(hostile.headers.get("Set-Cookie")).toBeNull();
  }
});

const sendFrom = async (query: string, changes: Record<string, string | undefined> = {}) => {
  const { html } = await getPage(`${site.url}${page}${query}`);
  const [form] = findElements(html, "form").filter(
    ({ attributes }) => attributes.id === "application",
  );
  const data = buildForm({ ...ANSWERS, ...changes });
  for (const [name, value] of getHiddenFields(html)) data.append(name, value ?? "");
  const action = unescapeHtml(form?.attributes.action ?? "").replace(/#.*/, "");
  return post(site.url + action, data);
};
const getSource = (index: number) => {
  const source = platform.applications[index]?.field("source");
  return source === undefined ? undefined : (JSON.parse(source) as unknown);
};

describe("an application", () => {
  test("contains the source, which is also in the receipt's links [10.17]", async () => {
    const response = await sendFrom(`?${QUERY}`);
    expect(response.status).toBe(303);
    expect(getSource(0)).toEqual(SOURCE);
    const receipt = await getPage(site.url + (response.headers.get("Location") ?? ""));
    expect(receipt.html).toContain('<dl class="receipt-rows">');
    expect(getOwnLinks(receipt.html).filter((href) => !unescapeHtml(href).includes(QUERY))).toEqual(
      [],
    );
  });

  test("contains no source if the platform does not accept a source [10.18]", async () => {
    await sendFrom("");
    expect(platform.applications).toHaveLength(1);
    expect(getSource(0)).toBeUndefined();
    platform.reset();
    const form = buildForm();
    form.append("utm_source", "linkedin");
    await post(site.url + positionPath("plain"), form);
    expect(platform.applications.map((_, index) => getSource(index))).toEqual([undefined]);
  });

  test("contains no invalid source fields [10.18]", async () => {
    const form = buildForm(ANSWERS);
    form.append("utm_source", "<b>x</b>");
    form.append("ref", "ok");
    form.append("utm_id", "7");
    await post(site.url + page, form);
    expect(getSource(0)).toEqual({ ref: "ok" });
  });

  test("is returned for correction with its source [10.17]", async () => {
    const response = await sendFrom(`?${QUERY}`, { first_name: "" });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(getHiddenFields(html)).toEqual(Object.entries(SOURCE));
    expect(getOwnLinks(html).filter((href) => !unescapeHtml(href).includes(QUERY))).toEqual([]);
  });

  test("counts as a repeat if only the source differs [10.18]", async () => {
    const id = randomUUID();
    const [form, again] = [1, 2].map(() => buildForm({ ...ANSWERS, application_id: id }));
    if (!form || !again) throw new Error("A form is missing");
    form.append("ref", "first");
    again.append("ref", "second");
    const answers = [await post(site.url + page, form), await post(site.url + page, again)];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers[1]?.headers.get("Location")).toBe(answers[0]?.headers.get("Location"));
    expect(platform.applications).toHaveLength(1);
  });

  test("contains the source in every attempt [10.17]", async () => {
    platform.on("apply").answer({ status: 503 });
    expect((await sendFrom(`?${QUERY}`)).status).toBe(303);
    await expect.poll(() => platform.requestsTo("apply").length).toBeGreaterThan(1);
    platform.on("apply").reset();
    await platform.waitForApplications(1, 20_000);
    expect(getSource(0)).toEqual(SOURCE);
    for (const { body } of platform.requestsTo("apply")) {
      expect(body.toString("utf8")).toContain(JSON.stringify(SOURCE));
    }
  });
});

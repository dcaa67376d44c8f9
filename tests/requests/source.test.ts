import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { ANSWERS, buildForm, positionPath, post } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { elementsOf } from "../support/html";
import { careerSite, getPage, newPosition } from "../support/cached-pages";
import { sitesForFile } from "../support/sites-for-file";

const CAME_FROM = "utm_source=linkedin&utm_campaign=autumn-2026&gh_src=a1b2";
const NAMES = ["utm_source", "utm_campaign", "gh_src"];
const SAID = { utm_source: "linkedin", utm_campaign: "autumn-2026", gh_src: "a1b2" };
const page = positionPath("questions");

const vars = { PAGE_CACHE: "on", RETRY_FIRST_MS: "100" };
const { platform, site } = await sitesForFile({ site: { vars } });
beforeEach(() => platform.position(fakePositions.questions, { takes: ["source", "tea"] }));

const hrefsIn = (html: string) =>
  elementsOf(html, "a").flatMap(({ attributes }) => attributes.href ?? []);
/** The links that lead to pages of ours. */
const ownLinks = (html: string) => hrefsIn(html).filter((href) => /^[/?](?!\/)/.test(href));
const hiddenIn = (html: string) =>
  elementsOf(html, "input").flatMap(({ attributes: { type, name = "", value } }) =>
    type === "hidden" && NAMES.includes(name) ? [[name, value] as const] : [],
  );
const plain = (address: string) => address.replaceAll("&amp;", "&");

describe("a page that is kept", () => {
  test.each([
    ["a career site", careerSite],
    ["a position", page],
    ["a policy", `${page}/privacy`],
    ["a career site in another language", `${careerSite}?lang=en`],
  ])("has nothing of its first visitor's source, and says each one's own: %s", async (_, path) => {
    const address = site.url + path;
    const withQuery = `${address}${address.includes("?") ? "&" : "?"}`;
    const first = await getPage(`${withQuery}${CAME_FROM}`);
    const asked = platform.requests.length;
    const [second, third] = [await getPage(address), await getPage(`${withQuery}ref=newsletter`)];
    // One drawing, and one reading of the platform, for all three.
    expect(first.how).toContain("fwd=miss; stored");
    for (const { how } of [second, third]) expect(how).toMatch(/^Puerta; hit/);
    expect(platform.requests).toHaveLength(asked);
    expect(second.html).not.toMatch(/linkedin|source=|"source"|gh_src/);
    expect(third.html).not.toContain("linkedin");
    expect(second.html).not.toMatch(/href="[^"]*[?&](amp;)?"/);
    for (const [{ html }, says] of [
      [first, CAME_FROM],
      [third, "ref=newsletter"],
    ] as const) {
      const links = ownLinks(html);
      expect(links.length).toBeGreaterThan(3);
      expect(links.filter((href) => !plain(href).includes(says))).toEqual([]);
      // Without it, each link is what it is for everybody.
      const without = links.map((href) =>
        plain(href).replace(`&${says}`, "").replace(`?${says}`, ""),
      );
      expect(without).toEqual(ownLinks(second.html).map(plain));
    }
  });

  test("has it in the form where the platform wants to know, and in no other", async () => {
    const { html } = await getPage(`${site.url}${page}?${CAME_FROM}`);
    expect(hiddenIn(html)).toEqual(Object.entries(SAID));
    const { page: other } = newPosition(platform);
    expect(hiddenIn((await getPage(`${site.url}${other}?${CAME_FROM}`)).html)).toEqual([]);
  });
});

// A table beside `sourceOf` has what counts as a source.
test("an unknown source changes no page [10.18]", async () => {
  const query = "utm_source=%22%3E%3Cscript%3E&gh_src=a%0d%0aSet-Cookie:x&fbclid=abc";
  for (const path of [`${page}?`, `${careerSite}?`, `${careerSite}?q=a&`]) {
    const hostile = await getPage(site.url + path + query);
    const usual = await getPage(site.url + path.slice(0, -1));
    const without = ({ html, nonce, id = "-" }: typeof usual) =>
      html.replaceAll(nonce, "").replaceAll(id, "");
    expect(without(hostile)).toBe(without(usual));
    expect(hostile.headers.get("Set-Cookie")).toBeNull();
  }
});

const sentBy = async (query: string, changes: Record<string, string | undefined> = {}) => {
  const { html } = await getPage(`${site.url}${page}${query}`);
  const [form] = elementsOf(html, "form").filter(
    ({ attributes }) => attributes.id === "application",
  );
  const data = buildForm({ ...ANSWERS, ...changes });
  for (const [name, value] of hiddenIn(html)) data.append(name, value ?? "");
  const action = plain(form?.attributes.action ?? "").replace(/#.*/, "");
  return post(site.url + action, data);
};
const sourceAt = (index: number) => {
  const source = platform.applications[index]?.field("source");
  return source === undefined ? undefined : (JSON.parse(source) as unknown);
};

describe("an application", () => {
  test("tells a platform that wants to know, and its receipt's links take it along [10.17]", async () => {
    const response = await sentBy(`?${CAME_FROM}`);
    expect(response.status).toBe(303);
    expect(sourceAt(0)).toEqual(SAID);
    const receipt = await getPage(site.url + (response.headers.get("Location") ?? ""));
    expect(receipt.html).toContain('<dl class="receipt-rows">');
    expect(ownLinks(receipt.html).filter((href) => !plain(href).includes(CAME_FROM))).toEqual([]);
  });

  test("has no part of it where there is none, or the platform does not want to know [10.18]", async () => {
    await sentBy("");
    expect(platform.applications).toHaveLength(1);
    expect(sourceAt(0)).toBeUndefined();
    platform.reset();
    const form = buildForm();
    form.append("utm_source", "linkedin");
    await post(site.url + positionPath("plain"), form);
    expect(platform.applications.map((_, index) => sourceAt(index))).toEqual([undefined]);
  });

  test("drops a value that no page has written [10.18]", async () => {
    const form = buildForm(ANSWERS);
    form.append("utm_source", "<b>x</b>");
    form.append("ref", "ok");
    form.append("utm_id", "7");
    await post(site.url + page, form);
    expect(sourceAt(0)).toEqual({ ref: "ok" });
  });

  test("that is given back after an error keeps it [10.17]", async () => {
    const response = await sentBy(`?${CAME_FROM}`, { first_name: "" });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(hiddenIn(html)).toEqual(Object.entries(SAID));
    expect(ownLinks(html).filter((href) => !plain(href).includes(CAME_FROM))).toEqual([]);
  });

  test("that is the same but for it is a repeat, and not another one [10.18]", async () => {
    const id = randomUUID();
    const [form, again] = [1, 2].map(() => buildForm({ ...ANSWERS, application_id: id }));
    if (!form || !again) throw new Error("No forms");
    form.append("ref", "first");
    again.append("ref", "second");
    const answers = [await post(site.url + page, form), await post(site.url + page, again)];
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(answers[1]?.headers.get("Location")).toBe(answers[0]?.headers.get("Location"));
    expect(platform.applications).toHaveLength(1);
  });

  test("that is sent again after the platform was away carries it each time [10.17]", async () => {
    platform.on("apply").answer({ status: 503 });
    expect((await sentBy(`?${CAME_FROM}`)).status).toBe(303);
    await expect.poll(() => platform.requestsOf("apply").length).toBeGreaterThan(1);
    platform.on("apply").reset();
    await platform.waitForApplications(1, 20_000);
    expect(sourceAt(0)).toEqual(SAID);
    for (const { body } of platform.requestsOf("apply")) {
      expect(body.toString("utf8")).toContain(JSON.stringify(SAID));
    }
  });
});

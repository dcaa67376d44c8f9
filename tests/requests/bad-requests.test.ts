import { describe, expect, test } from "vitest";
import {
  submitPath,
  buildForm,
  applicationId,
  positionPath,
  post,
} from "../support/application-form";
import { findElements, findText } from "../support/html";
import { getWithHost } from "../support/request-with-host";
import { useSharedSite } from "../support/sites-for-file";

const { platform, site } = await useSharedSite();

test("malformed paths are 404 and are not logged", async () => {
  for (const path of [
    "/%09/",
    "/%0a/evil.example",
    "/%0d%0a/%09",
    "/%ED%A0%80",
    "/%FF/%FE",
    "/%zz",
  ]) {
    const response = await fetch(site.url + path);
    expect([path, response.status]).toEqual([path, 404]);
    const id = response.headers.get("X-Request-Id") ?? "";
    await expect.poll(() => site.log.join("\n")).toContain(id);
    expect(site.log.join("\n")).not.toContain(path);
  }
});

// The local server refuses malformed hosts before the Worker runs: see `hosts.test.ts`.
test.each(["a..b", "a..", ".", `${"a".repeat(64)}.example`, "a.".repeat(128)])(
  "the malformed host %s leads to 400",
  async (host) => {
    for (const path of ["/", "/404", positionPath("plain"), "/robots.txt", "/-/admin/companies"]) {
      const { status, headers, html } = await getWithHost(host, site.url + path);
      expect([path, status, html]).toEqual([path, 400, "Bad Request"]);
      expect(headers).toMatchObject({
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-robots-tag": "noindex",
      });
    }
    expect(platform.requests).toEqual([]);
  },
);

test("the page at / describes the site and has no links [2.05]", async () => {
  const html = await (await fetch(`${site.url}/?lang=en`)).text();
  expect(findElements(html, "title")[0]?.text).toBe("Career sites");
  expect(html).toContain("use the link the company gave you");
  expect(findElements(html, "a")).toEqual([]);
});

test("a request with an invalid id leads to no call to the platform", async () => {
  await fetch(`${site.url}/acme/a/${"a".repeat(65)}`);
  await fetch(`${site.url}/acme/..%2f..%2fadmin`);
  expect(platform.requests).toEqual([]);
});

describe("a POST", () => {
  test.each<[string, Record<string, string>]>([
    ["a hidden origin", {}],
    ["a proxy's header", { "X-Forwarded-Host": "proxy.example, other.example" }],
  ])("is accepted from our own page with %s", async (_, more) => {
    const ours = { Origin: "null", "Sec-Fetch-Site": "same-origin", ...more };
    expect((await post(site.url + positionPath("plain"), buildForm(), ours)).status).toBe(303);
    const form = buildForm();
    expect(
      (await post(site.url + submitPath(applicationId(form), "plain"), form, ours)).status,
    ).toBe(200);
    expect(platform.applications).toHaveLength(2);
  });

  test("leads to 400 and an error message if its body is not a form [8.11]", async () => {
    const response = await fetch(site.url + positionPath("plain"), {
      method: "POST",
      body: "nonsense",
    });
    expect(response.status).toBe(400);
    expect(findText(await response.text(), "error-summary")).toContain(
      "Error del formulario. Por favor, recarga la página.",
    );
  });
});

test("operator routes are 404 if no secret is configured", async () => {
  const headers = { Authorization: "Bearer secret" };
  expect((await fetch(`${site.url}/-/operator/applications`, { headers })).status).toBe(404);
});

import { request } from "node:http";
import { describe, expect, test } from "vitest";
import {
  submitPath,
  buildForm,
  applicationId,
  positionPath,
  post,
} from "../support/application-form";
import { findElements, findText } from "../support/html";
import { startSites } from "../support/sites-for-file";

const { platform, site } = await startSites({ site: {} });

test("returns 404 for malformed paths and does not log them", async () => {
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

test("/ says what this site is, without links [2.05]", async () => {
  const html = await (await fetch(`${site.url}/?lang=en`)).text();
  expect(findElements(html, "title")[0]?.text).toBe("Career sites");
  expect(html).toContain("open the link it gave you");
  expect(findElements(html, "a")).toEqual([]);
});

test("does not call the platform with an invalid id", async () => {
  await fetch(`${site.url}/acme/a/${"a".repeat(65)}`);
  await fetch(`${site.url}/acme/..%2f..%2fadmin`);
  expect(platform.requests).toEqual([]);
});

describe("a POST", () => {
  test.each<[string, Record<string, string>]>([
    ["with a hidden origin", {}],
    ["through a proxy", { "X-Forwarded-Host": "proxy.example, other.example" }],
  ])("from our own page is accepted, with and without scripts: %s", async (_, more) => {
    const ours = { Origin: "null", "Sec-Fetch-Site": "same-origin", ...more };
    expect((await post(site.url + positionPath("plain"), buildForm(), ours)).status).toBe(303);
    const form = buildForm();
    expect(
      (await post(site.url + submitPath(applicationId(form), "plain"), form, ours)).status,
    ).toBe(200);
    expect(platform.applications).toHaveLength(2);
  });

  test("without a form returns an empty form and asks to reload [8.11]", async () => {
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

test.each([
  ["POST", positionPath("plain")],
  ["PATCH", "/-/applications/aaaaaaaaaaaaaaaaaaaa/cv/1"],
])("refuses 300 MB by Content-Length: %s %s", async (method, path) => {
  const headers = { "Content-Length": String(300 * 1024 ** 2) };
  const status = await new Promise((resolve, reject) => {
    const large = request(site.url + path, { method, headers }, (answer) => {
      resolve(answer.statusCode);
      large.destroy();
    });
    large.once("error", reject).write(Buffer.alloc(1024));
  });
  expect(status).toBe(413);
});

test("operator routes are 404 without a configured secret", async () => {
  const headers = { Authorization: "Bearer secret" };
  expect((await fetch(`${site.url}/-/operator/applications`, { headers })).status).toBe(404);
});

// Longer than other files: whoever changes what is refused should see all of it at once.
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { careerSite } from "../support/kept-pages";
import { formOf, idOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakeClientUuid, fakePositions } from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";
import { TEST_API_KEY } from "../support/site";

const { platform, site } = await sitesForFile({ site: {} });

describe("every address answers with its status, its language and a policy of its own", () => {
  test.each([
    [pageOf("plain"), 200],
    [`${pageOf("plain")}/privacy`, 200],
    [careerSite, 200],
    [`${careerSite}/privacy`, 200],
    ["/404", 404],
    ["/error", 500],
    ["/", 200],
    ["/nobody/home/is/here", 404],
    ["/acme/not%20an%20id", 404],
    [`/acme/a/${"a".repeat(65)}`, 404],
  ])("%s", async (path, status) => {
    const nonces = new Set<string>();
    for (let visit = 0; visit < 2; visit++) {
      const response = await fetch(site.url + path);
      expect(response.status).toBe(status);
      const page = await response.text();
      const policy = response.headers.get("Content-Security-Policy") ?? "";
      const nonce = /script-src 'nonce-([\w+/=]{20,})' 'strict-dynamic';/.exec(policy)?.[1] ?? "";
      expect(policy).not.toContain("unsafe");
      nonces.add(nonce);
      for (const tag of ["style", "script", "link"]) {
        const elements = elementsOf(page, tag).filter(
          ({ attributes }) =>
            // Data is not run.
            !["application/json", "text/html"].includes(attributes.type ?? "") &&
            (tag !== "link" || attributes.rel === "modulepreload"),
        );
        // Only a form and a receipt have a script beside the waker.
        if (tag !== "link") expect(elements.length).toBeGreaterThan(0);
        for (const { attributes } of elements) expect(attributes.nonce).toBe(nonce);
      }
      expect(elementsOf(page, "h1")).toHaveLength(1);
      expect(elementsOf(page, "html")[0]?.attributes.lang).toMatch(/^(en|es-ES)$/);
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(page).not.toContain(TEST_API_KEY);
    }
    expect(nonces.size).toBe(2);
  });
});

test.each(["/%09/", "/%0a/evil.example", "/%00", "/%0d%0a/%09", "/%ED%A0%80", "/%FF/%FE", "/%zz"])(
  "%s is an address without a page, and is not logged",
  async (path) => {
    expect((await fetch(site.url + path)).status).toBe(404);
    expect(site.log.join("\n")).not.toContain(path);
  },
);

test("/ says what this site is, and leads nowhere", async () => {
  const html = await (await fetch(`${site.url}/?lang=en`)).text();
  expect(elementsOf(html, "title")[0]?.text).toBe("Career sites");
  expect(html).toContain("open the link that it gave you");
  expect(elementsOf(html, "a")).toEqual([]);
});

test("what cannot be an id of the platform's is not asked of it", async () => {
  await fetch(`${site.url}/acme/a/${"a".repeat(65)}`);
  await fetch(`${site.url}/acme/..%2f..%2fadmin`);
  expect(platform.requests).toEqual([]);
});

describe("a POST", () => {
  test.each<[string, Record<string, string>]>([
    ["whose browser hides its origin", { Origin: "null", "Sec-Fetch-Site": "same-origin" }],
    ["through a proxy that names another host", { "X-Forwarded-Host": "proxy.example" }],
    [
      "through a proxy, and whose browser hides its origin",
      {
        Origin: "null",
        "Sec-Fetch-Site": "same-origin",
        "X-Forwarded-Host": "proxy.example, other.example",
      },
    ],
  ])("from our own page %s passes, with its CV, with and without scripts", async (_, headers) => {
    const ours = { Origin: site.url, "Sec-Fetch-Site": "same-origin", ...headers };
    const cv = { bytes: pdfOf(300_000), name: "cv.pdf" };
    expect((await post(site.url + pageOf("plain"), formOf({}, cv), ours)).status).toBe(303);
    const form = formOf({}, cv);
    const address = `${site.url}/-/applications/${idOf(form)}?position=${fakePositions.plain}`;
    expect((await post(address, form, ours)).status).toBe(200);
    const hashes = platform.applications.map(({ cv: received }) => received?.sha256);
    expect(hashes).toEqual([sha256(cv.bytes), sha256(cv.bytes)]);
  });

  test("that is not a form gets the form, and the word to reload", async () => {
    const response = await fetch(site.url + pageOf("plain"), { method: "POST", body: "nonsense" });
    expect(response.status).toBe(400);
    expect(textOf(await response.text(), "error-summary")).toContain(
      "Error del formulario. Por favor, recarga la página.",
    );
  });
});

describe("a body of 300 MB is refused", () => {
  const application = `/-/applications/${"a".repeat(20)}`;
  const query = `?position=${fakePositions.plain}`;
  const form = { "Content-Type": "multipart/form-data; boundary=x" };
  const piece = {
    "Content-Type": "application/offset+octet-stream",
    "Tus-Resumable": "1.0.0",
    "Upload-Length": "1000000",
    "Upload-Metadata": `filename ${btoa("cv.pdf")}`,
  };
  const MB = 1024 ** 2;

  test.each([
    ["POST", pageOf("plain"), form],
    ["POST", application + query, form],
    ["POST", `${application}/cv${query}`, piece],
    ["PATCH", `${application}/cv/1${query}`, piece],
  ])("by its length, before it comes: %s %s", async (method, path, headers) => {
    const sent = { ...headers, "Content-Length": String(300 * MB) };
    const status = await new Promise((resolve, reject) => {
      const large = request(site.url + path, { method, headers: sent }, (answer) => {
        resolve(answer.statusCode);
        large.destroy();
      });
      large.once("error", reject).write(Buffer.alloc(1024));
    });
    expect(status).toBe(413);
  });
});

test("nothing is counted, and operators' calls are 404, where neither is configured", async () => {
  const html = await (await fetch(site.url + pageOf("plain"))).text();
  expect(html).not.toMatch(/started|border-image/);
  for (const path of [
    `/-/started/${fakeClientUuid}/${fakePositions.plain}`,
    "/-/operator/applications",
  ]) {
    const headers = { Authorization: "Bearer secret" };
    expect((await fetch(site.url + path, { headers })).status).toBe(404);
  }
});

test("an application's own address shows nothing", async () => {
  const response = await fetch(`${site.url}/-/applications/${"a".repeat(20)}`);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe("Not Found");
});

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ENTRY_SCRIPT } from "~/app/ui/page/scripts";
import { scripts } from "~/app/ui/page/scripts.generated.json";
import { careerSite } from "../support/cached-pages";
import { buildForm, positionPath, post } from "../support/application-form";
import { fakeClientUuid, fakePositions } from "../support/fake-platform";
import { findElements } from "../support/html";
import { startSites } from "../support/sites-for-file";
import { creationHeaders, TUS } from "../support/tus";

const { platform, site, wide } = await startSites({
  site: { vars: { PAGE_CACHE: "on", OPERATOR_SECRET: "a secret for operators" } },
  wide: {
    vars: {
      RECAPTCHA_SITE_KEY: "key",
      FRAME_ANCESTORS: "https://acme.example https://*.acme.example",
      CSP_HOSTS: "https://cdn.acme.example, https://video.example",
    },
  },
});

const application = `/-/applications/${"a".repeat(20)}`;
const uploads = `${application}/cv?position=${fakePositions.plain}`;
const HSTS = "max-age=31536000";

const parseDirectives = (policy: string | null) =>
  Object.fromEntries(
    (policy ?? "").split("; ").map((text) => {
      const [name = "", ...values] = text.split(" ");
      return [name, values.join(" ")];
    }),
  );

const getNonce = (policy: Record<string, string>) =>
  /'nonce-([^']+)'/.exec(policy["script-src"] ?? "")?.[1];

/** Expects one heading, a language and the nonce on all elements that need a nonce. */
function expectPage(html: string, nonce: string | undefined) {
  const all = ["style", "script", "link"].flatMap((tag) => findElements(html, tag));
  const running = all.filter(
    ({ attributes: { type = "", rel = "modulepreload" } }) =>
      // Data blocks do not run, so they need no nonce.
      !["application/json", "application/ld+json", "text/html"].includes(type) &&
      rel === "modulepreload",
  );
  expect(running.length).toBeGreaterThan(0);
  for (const { attributes } of running) expect(attributes.nonce).toBe(nonce);
  expect(findElements(html, "h1")).toHaveLength(1);
  expect(findElements(html, "html")[0]?.attributes.lang).toMatch(/^(en|es-ES)$/);
}

describe("security headers", () => {
  const cases: [string, RequestInit, number][] = [
    [positionPath("plain"), {}, 200],
    [positionPath("plain"), { method: "HEAD" }, 200],
    [`${positionPath("plain")}/privacy`, {}, 200],
    [careerSite, {}, 200],
    [`${careerSite}?q=x`, {}, 200],
    [`${careerSite}/privacy`, {}, 200],
    ["/404", {}, 404],
    ["/error", {}, 500],
    ["/", {}, 200],
    ["/nobody/home/is/here", {}, 404],
    ["/acme/not%20an%20id", {}, 404],
    [`/acme/a/${"a".repeat(65)}`, {}, 404],
    ["/-/nothing", {}, 404],
    ["/-/csp", {}, 404],
    ["/-/csp", { method: "POST", body: "{}" }, 204],
    ["/-/purge", { method: "POST" }, 404],
    ["/-/operator/applications", {}, 401],
    [application, {}, 404],
    [`${application}?position=${fakePositions.plain}`, { method: "POST", body: "x" }, 400],
    [`${application}/cv`, { method: "OPTIONS" }, 204],
    [uploads, { method: "POST", headers: creationHeaders(4) }, 201],
    [`${application}/cv/1`, { method: "PATCH" }, 412],
    [`${application}/cv/1`, { method: "HEAD", headers: TUS }, 404],
    [positionPath("plain"), { method: "POST", body: "x" }, 400],
    [positionPath("plain"), { method: "POST", headers: { Origin: "https://evil.example" } }, 403],
    [application, { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }, 403],
    [positionPath("plain"), { method: "PUT", body: "x" }, 400],
  ];
  test.each(cases)("are complete on %s with %j, which returns %i", async (path, init, status) => {
    const response = await fetch(site.url + path, { redirect: "manual", ...init });
    expect(response.status).toBe(status);
    const { headers } = response;
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    const isPage = headers.get("Content-Type")?.startsWith("text/html") === true;
    expect(headers.get("Strict-Transport-Security")).toBe(HSTS);
    expect(headers.get("X-Request-Id")).toMatch(/^[\w-]{8,}$/);
    if (status === 201 || status === 204) {
      // Without a body, there is nothing to run.
      expect(headers.get("Content-Security-Policy")).toBeNull();
      expect(await response.text()).toBe("");
      return;
    }
    const policy = parseDirectives(headers.get("Content-Security-Policy"));
    expect(policy["frame-ancestors"]).toBe("'none'");
    expect(JSON.stringify(policy)).not.toContain("unsafe");
    if (isPage) {
      expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
      expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
      expect(headers.get("Permissions-Policy")).toContain("camera=(), ");
      expect(policy).toMatchObject({
        "default-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "img-src": "'self' https: data: http://localhost:* http://127.0.0.1:*",
        "report-uri": "/-/csp",
      });
      // `default-src` already covers connections.
      expect(Object.keys(policy)).not.toContain("connect-src");
      expect(policy["script-src"]).toMatch(/^'nonce-[\w+/]{22}==' 'strict-dynamic'$/);
      expect(policy["style-src"]).toMatch(/^'self' 'nonce-[\w+/]{22}=='$/);
      const nonce = getNonce(policy);
      if (init.method !== "HEAD") expectPage(await response.text(), nonce);
      const again = await fetch(site.url + path, { redirect: "manual", ...init });
      expect(getNonce(parseDirectives(again.headers.get("Content-Security-Policy")))).not.toBe(
        nonce,
      );
    } else {
      // Responses other than pages must not run scripts.
      expect(policy["default-src"]).toBe("'none'");
    }
  });

  test("are complete on redirects, 304s, closed positions and platform errors", async () => {
    const sent = await post(site.url + positionPath("plain"), buildForm());
    expect(sent.status).toBe(303);
    const etag = (await fetch(site.url + careerSite)).headers.get("ETag") ?? "";
    const unchanged = await fetch(site.url + careerSite, { headers: { "If-None-Match": etag } });
    expect(unchanged.status).toBe(304);
    // After a 304, the browser keeps the policy of the stored page, which has the page's nonce.
    expect(unchanged.headers.get("Content-Security-Policy")).toBeNull();
    platform.on("position").answer({ status: 410, body: { client: fakeClientUuid } });
    const closed = await fetch(`${site.url}/a/b/${randomUUID()}`);
    expect(closed.status).toBe(410);
    platform.on("position").answer({ status: 500 });
    const failed = await fetch(`${site.url}/a/b/${randomUUID()}`);
    expect(failed.status).toBe(502);
    for (const { headers } of [sent, unchanged, closed, failed]) {
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Strict-Transport-Security")).toBe(HSTS);
    }
    for (const { headers } of [closed, failed]) {
      expect(headers.get("Content-Security-Policy")).toContain("'strict-dynamic'");
    }
  });

  test.each([
    ["/brands/alfar-albufera/logo.svg", null],
    ["/embed.js", "cross-origin"],
    ["/robots.txt", null],
    [`${careerSite}/feed.json`, null],
    [`${careerSite}/rss.xml`, null],
    [`${careerSite}/jobs.xml`, null],
    [`${careerSite}/sitemap.xml`, null],
  ])("let other sites load %s (Cross-Origin-Resource-Policy: %s)", async (path, policy) => {
    const first = await fetch(site.url + path);
    expect(first.status).toBe(200);
    const stored = { "If-None-Match": first.headers.get("ETag") ?? "" };
    for (const { headers } of [first, await fetch(site.url + path, { headers: stored })]) {
      expect(headers.get("Cross-Origin-Resource-Policy")).toBe(policy);
      expect(headers.get("Strict-Transport-Security")).toBe(HSTS);
    }
  });

  test.each([
    [ENTRY_SCRIPT, /^text\/javascript/],
    [`${scripts}plans/34.json`, /^application\/json/],
  ])("are complete on %s", async (path, type) => {
    const { status, headers } = await fetch(site.url + path);
    expect(status).toBe(200);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    // Each byte counts here, and the previous page has this header.
    expect(headers.get("Strict-Transport-Security")).toBeNull();
    expect(headers.get("Content-Type")).toMatch(type);
    // The file never changes, so there is nothing to revalidate.
    expect(headers.get("Cache-Control")).toContain("immutable");
    expect(headers.get("ETag")).toBeNull();
    // Browsers ignore a policy in the response of a script.
    expect(headers.get("Content-Security-Policy")).toBeNull();
  });

  test.each([
    ["POST", "/brands/alfar-albufera/logo.svg", 405],
    ["DELETE", "/embed.js", 405],
    ["GET", "//embed.js", 307],
    ["GET", `${scripts}none.js`, 404],
  ])("require encryption after %s %s, which returns %i", async (method, path, status) => {
    const response = await fetch(site.url + path, { method, redirect: "manual" });
    expect(response.status).toBe(status);
    expect(response.headers.get("Strict-Transport-Security")).toBe(HSTS);
  });

  test("block all scripts in pictures", async () => {
    const { status, headers } = await fetch(`${site.url}/brands/alfar-albufera/logo.svg`);
    expect(status).toBe(200);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none';/);
    expect(headers.get("Content-Security-Policy")).not.toContain("script");
  });
});

test("settings extend the content security policy [11.11]", async () => {
  const { headers } = await fetch(wide.url + positionPath("plain"));
  const policy = parseDirectives(headers.get("Content-Security-Policy"));
  const hosts = "https://cdn.acme.example https://video.example";
  const check = "https://www.google.com https://recaptcha.google.com";
  expect(policy).toMatchObject({
    "connect-src": `'self' ${check} ${hosts}`,
    "frame-src": `'self' ${check} ${hosts}`,
    "font-src": `'self' ${hosts}`,
    "media-src": `'self' ${hosts}`,
    // The HTML of the bot check has style attributes.
    "style-src-attr": "'unsafe-inline'",
    "frame-ancestors": "https://acme.example https://*.acme.example",
  });
  expect(policy["style-src"]).toMatch(
    /^'self' 'nonce-[^ ]+' https:\/\/cdn\.acme\.example https:\/\/video\.example$/,
  );
  expect(policy["script-src"]).toMatch(/^'nonce-[^ ]+' 'strict-dynamic'$/);
});

test.each([
  [
    { "csp-report": { "document-uri": "secret-words", "effective-directive": "img-src" } },
    "img-src",
  ],
  [{ "csp-report": { "effective-directive": "secret-words" } }, "other"],
  [[{ "secret-words": 1 }], "other"],
])("the log contains only the directive of the CSP report %j", async (report, directive) => {
  const response = await fetch(`${site.url}/-/csp`, {
    method: "POST",
    headers: {
      "Content-Type": "application/csp-report",
      "Sec-Fetch-Site": "cross-site",
      Origin: "null",
    },
    body: JSON.stringify(report),
  });
  expect(response.status).toBe(204);
  // The log line of the request is written last.
  const id = response.headers.get("X-Request-Id") ?? "";
  await expect.poll(() => site.log.join("\n")).toContain(`"id":"${id}"`);
  expect(site.log).toContain(`{"event":"csp","directive":"${directive}"}`);
  expect(site.log.join("\n")).not.toContain("secret-words");
});

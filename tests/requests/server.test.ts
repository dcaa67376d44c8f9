import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENTRY_SCRIPT } from "~/app/ui/page/scripts";
import {
  ANSWERS,
  submitPath,
  buildForm,
  applicationId,
  positionPath,
  post,
} from "../support/application-form";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { requestDesk } from "../support/desk-client";
import { fakePositions } from "../support/fake-platform";
import { findText, inputValue } from "../support/html";
import { careerSite, getPage, newPosition, PURGE_SECRET } from "../support/cached-pages";
import { withinOneMinute } from "../support/within-one-minute";
import { startSites } from "../support/sites-for-file";

// Tests the steps of server.ts before a page is rendered, and the headers and log lines of responses.

const SECRETS = { PURGE_SECRET, OPERATOR_SECRET: "an operator secret for this test" };
const LIMITS = { APPLICATION_LIMIT: 2, FILE_LIMIT: 2, READ_LIMIT: 5, MISS_LIMIT: 3 };
const HIDDEN = "hidden-setting-value";

const { platform, site, limited, guarded, closed, wrong } = await startSites({
  site: { vars: { PAGE_CACHE: "on", ...SECRETS } },
  limited: { vars: { PAGE_CACHE: "on", RATE_LIMITS: "on", ...SECRETS }, limits: LIMITS },
  guarded: { vars: { PAGE_CACHE: "on", RATE_LIMITS: "on" }, limits: { MISS_LIMIT: 3 } },
  closed: { vars: { MAINTENANCE: "on", ...SECRETS } },
  wrong: { vars: { HOSTS: `${HIDDEN}=`, OPERATOR_SECRET: HIDDEN.slice(0, 6) } },
});

const APPLICATION = `/-/applications/${"a".repeat(20)}`;
const UPLOADS = `${APPLICATION}/cv?position=${fakePositions.questions}`;
const OPERATOR = "/-/operator/applications";
const script = ENTRY_SCRIPT;
const picture = "/brands/alfar-albufera/logo.svg";

describe("rate limits", () => {
  let networks = 0;
  type Client = Record<string, string>;
  const newClient = (): Client => ({ "CF-Connecting-IP": `198.51.100.${++networks}` });

  /** Runs a test within one rate-limit window. Resets the platform first, because the test can run twice. */
  const inMinute = (work: () => Promise<void>) => () =>
    withinOneMinute(() => {
      platform.reset();
      return work();
    });

  /** Exceeds a limit by one request. @returns the last response, which is a 429 without a platform call */
  async function exceedLimit(limit: number, ask: () => Promise<Response>): Promise<Response> {
    for (let count = 0; count < limit; count++) expect((await ask()).status).not.toBe(429);
    const before = platform.requests.length;
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(platform.requests.slice(before).map(({ path }) => path)).toEqual([]);
    return refused;
  }

  const newSite = (file = "") => {
    const { client } = newPosition(platform);
    return `/${client}/${client}${file}`;
  };
  const READS: [string, newPath: () => string][] = [
    ["positions", () => newPosition(platform).page],
    ["policies of positions", () => `${newPosition(platform).page}/privacy`],
    ["positions in another language", () => `${newPosition(platform).page}?lang=en`],
    ["career sites", () => newSite()],
    ["policies of career sites", () => newSite("/privacy")],
    ["sitemaps", () => newSite("/sitemap.xml")],
    ["feeds", () => newSite("/feed.json")],
    ["files for job boards", () => newSite("/jobs.xml")],
    ["searches", () => `${careerSite}?q=${randomUUID()}`],
    ["filters", () => `${careerSite}?location=Bilbao`],
    ["later pages of a list", () => `${careerSite}?page=51`],
    ["the home page", () => "/"],
    ["the page /404", () => "/404"],
    ["unknown paths", () => `/${randomUUID()}`],
  ];
  test.each(READS)("READ_LIMIT applies to %s", async (_, newPath) => {
    await inMinute(async () => {
      const client = newClient();
      const known = newPosition(platform).page;
      await getPage(limited.url + known, newClient());
      const get = (path: string, headers = client) => fetch(limited.url + path, { headers });
      const refused = await exceedLimit(LIMITS.READ_LIMIT, () => get(newPath()));
      expect(refused.headers.get("Content-Security-Policy")).toContain("'strict-dynamic'");
      expect(refused.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(findText(await refused.text(), "screen-code")).toBe("429");
      // Cached pages, static files and other networks are not limited.
      const cacheStatus = (await get(known)).headers.get("Cache-Status");
      expect(cacheStatus).toMatch(/^Puerta; hit/);
      for (const path of ["/robots.txt", script, picture]) {
        expect([path, (await get(path)).status]).toEqual([path, 200]);
      }
      expect((await get(newPath(), newClient())).status).not.toBe(429);
    })();
  });

  test(
    "READ_LIMIT applies to receipts",
    inMinute(async () => {
      const sent = await post(limited.url + positionPath("plain"), buildForm(), newClient());
      const receipt = limited.url + (sent.headers.get("Location") ?? "");
      const client = newClient();
      await exceedLimit(LIMITS.READ_LIMIT, () => fetch(receipt, { headers: client }));
      expect((await fetch(receipt, { headers: newClient() })).status).toBe(200);
    }),
  );

  test.each([
    ["OPTIONS", `${careerSite}/feed.json`],
    ["OPTIONS", careerSite],
    ["PUT", positionPath("plain")],
    ["DELETE", "/404"],
  ])("READ_LIMIT applies to methods other than GET: %s %s", async (method, path) => {
    await inMinute(async () => {
      const client = newClient();
      const ask = () => fetch(limited.url + path, { method, headers: client });
      const statuses = [];
      for (let count = 0; count < 20; count++) statuses.push((await ask()).status);
      expect(statuses).toContain(429);
    })();
  });

  test(
    "MISS_LIMIT does not count closed positions or cached 404s",
    inMinute(async () => {
      const client = newClient();
      const open = newPosition(platform);
      const ask = async (path: string) => (await getPage(guarded.url + path, client)).status;
      platform.on("position").answer({ status: 410 });
      for (let count = 0; count < 6; count++)
        expect(await ask(newPosition(platform).page)).toBe(410);
      platform.on("position").answer({ status: 404 });
      const missing = newPosition(platform).page;
      for (const end of ["", "/privacy", "?lang=en", "?lang=es-mx", "/privacy?lang=en"]) {
        expect(await ask(missing + end)).toBe(404);
      }
      platform.on("position").reset();
      expect(await ask(open.page)).toBe(200);
    }),
  );

  describe.each(["plain", "scripts"] as const)("a form over APPLICATION_LIMIT (%s)", (way) => {
    const formUrl = (form: FormData) =>
      limited.url + (way === "plain" ? positionPath("questions") : submitPath(applicationId(form)));
    const sendAs = (client: Client) => {
      const form = buildForm(ANSWERS);
      return post(formUrl(form), form, client);
    };

    test("is refused without a platform call", async () => {
      await inMinute(async () => {
        await getPage(limited.url + positionPath("questions"), newClient());
        const client = newClient();
        const refused = await exceedLimit(LIMITS.APPLICATION_LIMIT, () => sendAs(client));
        const text = await refused.text();
        if (way === "plain") expect(inputValue(text, "last_name")).toBe("O'Neill Núñez");
        else expect(JSON.parse(text)).toMatchObject({ outcome: "failed" });
        expect(platform.applications).toHaveLength(LIMITS.APPLICATION_LIMIT);
        expect((await sendAs(newClient())).status).not.toBe(429);
      })();
    });

    test("is not rendered if READ_LIMIT is also exceeded", async () => {
      await inMinute(async () => {
        const client = newClient();
        const limit = LIMITS.APPLICATION_LIMIT + LIMITS.READ_LIMIT;
        for (let count = 0; count < limit; count++) await sendAs(client);
        const before = platform.requests.length;
        const refused = await sendAs(client);
        const text = await refused.text();
        expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
        expect(text).not.toContain("María José");
        expect(platform.requests).toHaveLength(before);
      })();
    });
  });

  test(
    "MISS_LIMIT applies to CSP reports",
    inMinute(async () => {
      const client = newClient();
      const body = JSON.stringify({ "csp-report": { "effective-directive": "media-src" } });
      const reports = () => limited.log.filter((line) => line.includes('"event":"csp"')).length;
      const before = reports();
      const report = () => fetch(`${limited.url}/-/csp`, { method: "POST", headers: client, body });
      // The site still logs the first report over the limit.
      const refused = await exceedLimit(LIMITS.MISS_LIMIT + 1, report);
      const id = refused.headers.get("X-Request-Id") ?? "";
      await expect.poll(() => limited.log.join("\n")).toContain(id);
      expect(reports() - before).toBe(LIMITS.MISS_LIMIT + 1);
    }),
  );

  test.each([
    ["GET", OPERATOR],
    ["POST", `${OPERATOR}/queue`],
    ["POST", `${OPERATOR}/${"0".repeat(64)}/send`],
    ["GET", "/-/health"],
    ["POST", "/-/purge"],
  ])("MISS_LIMIT applies to guesses of a secret: %s %s", async (method, path) => {
    await inMinute(async () => {
      const headers = { ...newClient(), Authorization: "Bearer a guess" };
      const ask = () => fetch(limited.url + path, { method, headers });
      await exceedLimit(LIMITS.MISS_LIMIT + 1, ask);
    })();
  });

  test(
    "MISS_LIMIT does not apply to forms for positions with a cached page",
    inMinute(async () => {
      const known = newPosition(platform);
      await getPage(guarded.url + known.page, newClient());
      const client = newClient();
      const unknownPath = () => `/x/y/${randomUUID()}`;
      await expect
        .poll(async () => (await post(guarded.url + unknownPath(), buildForm(), client)).status)
        .toBe(429);
      const before = platform.requestsTo("position").length;
      expect((await post(guarded.url + unknownPath(), buildForm(), client)).status).toBe(429);
      expect((await post(guarded.url + known.page, buildForm(), client)).status).toBe(303);
      expect(platform.requestsTo("position")).toHaveLength(before);
    }),
  );

  test.each([
    ["an IPv4 address", "192.0.2.7", "192.0.2.7", true],
    ["an IPv4 address", "192.0.2.8", "192.0.2.9", false],
    ["an IPv6 /64", "2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
    ["an IPv6 /64", "2001:db8:1:3::1", "2001:db8:1:4::1", false],
    ["an IPv4-mapped IPv6 address", "192.0.2.10", "::ffff:192.0.2.10", true],
  ])(
    "READ_LIMIT is separate for each network (%s: %s and %s)",
    async (_, address, other, isSame) => {
      await inMinute(async () => {
        const ask = (from: string) => {
          const headers = { "CF-Connecting-IP": from };
          return fetch(`${limited.url}/404`, { headers });
        };
        await exceedLimit(LIMITS.READ_LIMIT, () => ask(address));
        expect((await ask(other)).status).toBe(isSame ? 429 : 404);
      })();
    },
  );
});

/** Sends a request with the given `Content-Length`, but only one byte of its body. @returns the status */
const statusForLength = (method: string, path: string, length: number) =>
  new Promise<number>((resolve, reject) => {
    const headers = { "Content-Length": String(length), Connection: "close" };
    const sent = request(site.url + path, { method, headers }, (answer) => {
      resolve(answer.statusCode ?? 0);
      sent.destroy();
    });
    sent.once("error", reject).write("x");
  });

/** URLs to which a body can be sent. */
const POSTS: [method: string, path: string][] = [
  ["POST", positionPath("plain")],
  ["POST", careerSite],
  ["POST", submitPath("a".repeat(20))],
  ["POST", UPLOADS],
  ["PATCH", `${APPLICATION}/cv/1`],
  ["DELETE", `${APPLICATION}/cv/1`],
  ["POST", "/-/purge"],
  ["POST", `${OPERATOR}/queue`],
  ["POST", `${OPERATOR}/${"0".repeat(64)}/drop`],
  ["PUT", "/404"],
];

test.each(POSTS)("a `Content-Length` over 100 MB leads to 413: %s %s", async (method, path) => {
  expect(await statusForLength(method, path, 300 * 1024 ** 2)).toBe(413);
  expect(platform.requests).toEqual([]);
});

describe("a cross-site request", () => {
  const FOREIGN: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "http://127.0.0.1:1" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "same-origin", Origin: "https://evil.example" },
  ];
  test.each(POSTS)("is refused with 403: %s %s", async (method, path) => {
    const { page, client } = newPosition(platform);
    await getPage(site.url + page);
    const before = platform.requests.length;
    for (const foreign of FOREIGN) {
      const secret = path.includes("purge") ? PURGE_SECRET : SECRETS.OPERATOR_SECRET;
      const response = await fetch(site.url + path, {
        method,
        headers: { ...foreign, Authorization: `Bearer ${secret}` },
        body: JSON.stringify({ client }),
      });
      expect([foreign, response.status]).toEqual([foreign, 403]);
    }
    expect(platform.requests).toHaveLength(before);
    expect((await getPage(site.url + page)).cacheStatus).toMatch(/^Puerta; hit/);
  });

  test("does not include forms from our pages, programs or old browsers", async () => {
    for (const headers of [
      {},
      { Origin: site.url },
      { "Sec-Fetch-Site": "none" },
      { "Sec-Fetch-Site": "same-origin", Origin: "null" },
    ]) {
      expect((await post(site.url + positionPath("plain"), buildForm(), headers)).status).toBe(303);
    }
  });
});

describe("a site under maintenance", () => {
  test.each<[method: string, path: string, status: number]>([
    ...[positionPath("plain"), careerSite, `${careerSite}/privacy`, "/", "/404", "/error"].map(
      (path): [string, string, number] => ["GET", path, 503],
    ),
    ...["sitemap.xml", "feed.json", "rss.xml", "jobs.xml"].map((file): [string, string, number] => [
      "GET",
      `${careerSite}/${file}`,
      503,
    ]),
    ["HEAD", positionPath("plain"), 503],
    ["OPTIONS", positionPath("plain"), 503],
    ["PUT", positionPath("plain"), 503],
    ["GET", `${careerSite}?q=a`, 503],
    ["GET", `${positionPath("plain")}?receipt=${"0".repeat(64)}`, 503],
    ["GET", "/-/health", 503],
    ["GET", OPERATOR, 503],
    ...POSTS.filter(([method]) => method === "POST").map(
      ([method, path]): [string, string, number] => [method, path, 503],
    ),
    // These paths stay available.
    ["GET", "/robots.txt", 200],
    ["POST", "/-/csp", 204],
    ["GET", script, 200],
    ["GET", picture, 200],
  ])("responds to %s %s with %i", async (method, path, status) => {
    const response = await fetch(closed.url + path, {
      method,
      headers: { Authorization: `Bearer ${SECRETS.OPERATOR_SECRET}` },
      ...(method === "POST" && { body: "{}" }),
    });
    expect(response.status).toBe(status);
    if (status === 503) {
      expect(response.headers.get("Retry-After")).toBe("60");
      if (method === "GET") expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(response.headers.get("Cache-Status")).toBeNull();
    }
    expect(platform.requests).toEqual([]);
  });

  test("refuses a cross-site request with 403", async () => {
    const headers = { Origin: "https://evil.example" };
    expect((await post(closed.url + positionPath("plain"), buildForm(), headers)).status).toBe(403);
  });

  describe("the desk", () => {
    let desk: DeskSite;
    beforeAll(async () => {
      desk = await startDeskSite({ vars: { MAINTENANCE: "on" } });
    });
    afterAll(() => desk.stop());

    test("stays available", async () => {
      await desk.createCode(null);
      expect((await requestDesk(desk.url, "/in")).status).toBe(200);
      expect((await requestDesk(desk.url, "/", { host: "jobs.localhost" })).status).toBe(503);
    });
  });
});

describe("a site with a wrong configuration", () => {
  test.each<[method: string, path: string, status: number]>([
    ["GET", positionPath("plain"), 500],
    ["GET", "/", 500],
    ["GET", "/robots.txt", 500],
    ["GET", "/-/health", 500],
    ["POST", "/-/csp", 500],
    ["POST", "/-/purge", 500],
    ["POST", positionPath("plain"), 500],
    ["GET", script, 200],
  ])("responds to %s %s with %i", async (method, path, status) => {
    const response = await fetch(wrong.url + path, { method });
    expect(response.status).toBe(status);
    if (status === 500) {
      expect(await response.text()).toBe("Internal Server Error");
      expect(response.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
      expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    }
    expect(platform.requests).toEqual([]);
  });

  test("logs the names of all wrong variables without their values", async () => {
    await fetch(wrong.url + positionPath("plain"));
    const message = () => wrong.log.find((line) => line.includes("Wrong configuration")) ?? "";
    await expect.poll(message).toContain("HOSTS");
    expect(message()).toContain("OPERATOR_SECRET");
    expect(wrong.log.join("\n")).not.toContain(HIDDEN.slice(0, 6));
  });
});

describe("HTTP methods", () => {
  test.each<[path: string, statuses: Record<string, number>]>([
    [positionPath("plain"), { GET: 200, HEAD: 200, POST: 400, OPTIONS: 405 }],
    [careerSite, { GET: 200, HEAD: 200, POST: 405, PUT: 405, DELETE: 405, OPTIONS: 405 }],
    [`${positionPath("plain")}/privacy`, { GET: 200, HEAD: 200, POST: 405, OPTIONS: 405 }],
    [`${careerSite}/feed.json`, { GET: 200, HEAD: 200, POST: 405, PUT: 405 }],
    [`${careerSite}/sitemap.xml`, { GET: 200, HEAD: 200, POST: 405, PUT: 405 }],
    ["/", { GET: 200, HEAD: 200, POST: 405, OPTIONS: 405 }],
    ["/404", { GET: 404, HEAD: 404, POST: 404, OPTIONS: 405 }],
    ["/robots.txt", { GET: 200, HEAD: 200, POST: 404, OPTIONS: 405 }],
    ["/-/health", { GET: 200, HEAD: 200, POST: 405 }],
    ["/-/purge", { GET: 404, HEAD: 404, POST: 401 }],
  ])("lead to the right statuses at %s: %j", async (path, statuses) => {
    for (const [method, status] of Object.entries(statuses)) {
      const body = ["POST", "PUT"].includes(method) ? "x" : null;
      const response = await fetch(site.url + path, { method, body });
      expect([method, response.status]).toEqual([method, status]);
      if (method === "HEAD") expect(await response.text()).toBe("");
      if (!["GET", "HEAD"].includes(method)) continue;
      const isIndexable = status === 200 && (path === careerSite || path === positionPath("plain"));
      expect([method, response.headers.get("X-Robots-Tag")]).toEqual([
        method,
        isIndexable ? null : "noindex",
      ]);
    }
  });

  test.each(["PUT", "PATCH", "DELETE", "OPTIONS"])(
    "do not send an application: %s",
    async (method) => {
      const form = buildForm();
      for (const path of [positionPath("plain"), submitPath(applicationId(form), "plain")]) {
        const body = method === "OPTIONS" ? null : form;
        const { status } = await fetch(site.url + path, { method, body, redirect: "manual" });
        expect(status).toBeGreaterThanOrEqual(400);
      }
      expect(platform.applications).toEqual([]);
    },
  );

  test("lead to a 304 without X-Robots-Tag for an unchanged page", async () => {
    const { headers } = await getPage(site.url + positionPath("plain"));
    const known = await getPage(site.url + positionPath("plain"), {
      "If-None-Match": headers.get("ETag") ?? "",
    });
    expect([known.status, known.headers.get("X-Robots-Tag")]).toEqual([304, null]);
  });
});

describe("a data request of Remix", () => {
  const SEARCHES = [
    "?_data=routes%2Fposition",
    "?_data=root",
    "?_data",
    "?_routes=routes/position",
  ];
  test.each<readonly [string, number]>([
    ...SEARCHES.map((search) => [positionPath("csrf") + search, 200] as const),
    ...SEARCHES.map((search) => [careerSite + search, 200] as const),
    ...SEARCHES.map((search) => [`${careerSite}?q=a&${search.slice(1)}`, 200] as const),
    [`${positionPath("csrf")}.data`, 404],
    [`${positionPath("csrf")}.data?_routes=routes%2Fposition`, 404],
    [`${positionPath("csrf")}/privacy.data`, 404],
    [`${careerSite}.data`, 404],
    ["/_root.data", 404],
    ["/-/health.data", 404],
    [`${OPERATOR}.data`, 404],
    [`${OPERATOR}?_data=routes%2Foperator-applications`, 401],
  ])("does not return data: %s", async (path, status) => {
    for (const headers of [
      {},
      { Accept: "text/x-script", "X-Remix-Request": "yes", "X-Remix-Response": "yes" },
    ]) {
      const response = await fetch(site.url + path, { headers });
      const text = await response.text();
      expect([response.status, response.headers.get("X-Remix-Response")]).toEqual([status, null]);
      expect(response.headers.get("Content-Type")).not.toMatch(/json|x-script|octet/);
      if (status !== 401) expect(text).toMatch(/^<!DOCTYPE html>/);
      expect(text).not.toMatch(/__remixContext|turbo-stream/);
    }
  });
});

describe("the request log", () => {
  const TYPED = { first_name: "Wilhelmina", last_name: "Quesada-Rosenthal", phone: "612 98 76 54" };
  const typed = () => buildForm({ ...ANSWERS, ...TYPED });
  const from = { "CF-Connecting-IP": "203.0.113.77", "User-Agent": "Wilhelmina's browser" };

  interface Sent {
    method?: string;
    body?: FormData | string;
    headers?: Record<string, string>;
  }
  type Case = [what: string, path: string, status: number, route: string, init?: () => Sent];
  const CASES: Case[] = [
    ["a page", `${positionPath("plain")}?utm_source=wilhelmina`, 200, "/*/*/*"],
    ["a page from the cache", `${positionPath("plain")}?utm_source=wilhelmina`, 200, "/*/*/*"],
    [
      "a revalidation",
      positionPath("plain"),
      304,
      "/*/*/*",
      () => ({ headers: { "If-None-Match": "*" } }),
    ],
    ["a search", `${careerSite}?q=wilhelmina`, 200, "/*/*"],
    ["a receipt", `${positionPath("plain")}?receipt=${"0".repeat(64)}`, 404, "/*/*/*"],
    ["a policy", `${careerSite}/privacy`, 200, "/*/*/privacy"],
    ["a feed", `${careerSite}/feed.json`, 200, "/*/*/feed.json"],
    ["an unknown path", "/wilhelmina/quesada-rosenthal/a/b/c/d/e", 404, "/*/*/*/*/*/*"],
    ["robots.txt", "/robots.txt", 200, "/robots.txt"],
    ["the health check", "/-/health", 200, "/-/health"],
    [
      "a CSP report",
      "/-/csp",
      204,
      "/-/csp",
      () => ({ method: "POST", body: '{"a":"Wilhelmina"}' }),
    ],
    ["a request without a secret", OPERATOR, 401, "/-/operator/applications"],
    ["a form", positionPath("questions"), 303, "/*/*/*", () => ({ method: "POST", body: typed() })],
    [
      "an invalid form",
      positionPath("questions"),
      422,
      "/*/*/*",
      () => ({ method: "POST", body: buildForm({ ...TYPED, phone: "612 98" }) }),
    ],
    [
      "a form from another site",
      positionPath("questions"),
      403,
      "/*/*/*",
      () => ({ method: "POST", body: typed(), headers: { Origin: "https://wilhelmina.example" } }),
    ],
    ["an unknown method", "/wilhelmina", 405, "/*", () => ({ method: "PROPFIND" })],
  ];
  test.each(CASES)(
    "has one line without personal data for %s: %s",
    async (what, path, status, route, init) => {
      const id = `${randomUUID().slice(0, 16)}-MAD`;
      const options = init?.() ?? {};
      const headers = { ...from, "CF-Ray": id, ...options.headers };
      const response = await fetch(site.url + path, { redirect: "manual", ...options, headers });
      expect([what, response.status]).toEqual([what, status]);
      expect(response.headers.get("X-Request-Id")).toBe(id);
      const lines = () => site.log.filter((line) => line.includes(id));
      await expect.poll(() => lines().length).toBe(1);
      const { cache, ms, ...line } = JSON.parse(lines()[0] ?? "") as Record<string, unknown>;
      const method = options.method === "PROPFIND" ? "other" : (options.method ?? "GET");
      expect(line).toEqual({ event: "request", id, method, route, status });
      expect(ms).toEqual(expect.any(Number));
      expect(cache).toBe(
        response.headers.get("Cache-Status")?.replace(/^Puerta; |; ttl=.*$/g, "") ?? undefined,
      );
      expect(lines().join()).not.toMatch(/wilhelmina|quesada|203\.0\.113/i);
    },
  );

  test("has a new request id if Cloudflare sends no id", async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () =>
        (await getPage(site.url + "/404")).headers.get("X-Request-Id"),
      ),
    );
    expect(new Set(ids).size).toBe(5);
  });

  // This test must be last, because it checks the log lines of all earlier tests.
  test("contains no entered values, IP addresses or secrets", () => {
    const all = [...site.log, ...limited.log, ...closed.log].join("\n");
    expect(all).toContain('"event":"request"');
    for (const text of [
      "wilhelmina",
      "quesada",
      "612 98",
      "612987654",
      "203.0.113",
      "198.51.100",
    ]) {
      expect(all.toLowerCase()).not.toContain(text);
    }
    for (const secret of Object.values(SECRETS)) expect(all).not.toContain(secret);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkSite } from "../../cli/check/site";
import { ensureLocalSecrets } from "../../scripts/local";
import { startEmbeddedSite, type EmbeddedSite } from "../support/embedded-site";
import { newPosition } from "../support/cached-pages";
import { startProxy, type Change } from "../support/proxy";
import { sitesForFile } from "../support/sites-for-file";

const SECRETS = {
  OPERATOR_SECRET: "a secret for operators of this test",
  PURGE_SECRET: "a secret for purges of this test",
};
const PAGE_CACHE = "on";
const { platform, right, misconfigured, secretless } = await sitesForFile({
  right: { vars: { ...SECRETS, PAGE_CACHE } },
  misconfigured: { vars: { ...SECRETS, MAX_CV_BYTES: "much" } },
  secretless: { vars: { PAGE_CACHE, PURGE_SECRET: SECRETS.PURGE_SECRET } },
});

/** A position of the fake platform's with all that search engines ask for. */
const COMPLETE = {
  description: "<p>Repair bicycles.</p>",
  published_at: "2026-10-01",
  country: "es",
};

async function check(url: string, more: { adminSecret?: string; desk?: string } = {}) {
  const position = url === proxy.url ? undefined : newPosition(platform, COMPLETE).page;
  const points = await checkSite(
    {
      ...{ url, adminSecret: "", position, ...more },
      ...{ operatorSecret: SECRETS.OPERATOR_SECRET, purgeSecret: SECRETS.PURGE_SECRET },
    },
    () => undefined,
  );
  const names = (result: string) =>
    points.filter((point) => point.result === result).map(({ name }) => name);
  return { points, failed: names("FAIL"), skipped: names("skip") };
}

let site: EmbeddedSite;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let adminSecret: string;
beforeAll(async () => {
  ({ adminSecret } = await ensureLocalSecrets());
  site = await startEmbeddedSite(SECRETS);
  proxy = await startProxy(site.url);
});
afterEach(() => {
  proxy.change = undefined;
});
afterAll(async () => {
  await proxy.stop();
  await site.stop();
});

test("on a site that is right, nothing is wrong, and nothing is left behind", async () => {
  for (const _ of ["once", "again"]) {
    const { failed, skipped } = await check(proxy.url, { adminSecret });
    expect({ failed, skipped }).toEqual({ failed: [], skipped: ["https", "desk"] });
  }
});

test("in front of another platform, points that need the admin interface are skipped", async () => {
  const { failed, skipped } = await check(right.url, { adminSecret });
  expect({ failed, skipped }).toEqual({ failed: [], skipped: ["https", "deletion", "desk"] });
});

/** A change of the answers at a path. */
const at =
  (path: RegExp, change: (answer: Parameters<Change>[1]) => void): Change =>
  (asked, answer) => {
    if (path.test(asked.path)) change(answer);
  };
const status = (to: number) => (answer: Parameters<Change>[1]) => (answer.status = to);
const POSITION = /^\/[^/-]/;

describe("a fault is found at its point, and only there:", () => {
  test.each<[what: string, point: string, change: Change]>([
    [
      "one nonce for all",
      "headers",
      at(
        POSITION,
        ({ headers }) =>
          (headers["content-security-policy"] =
            headers["content-security-policy"]?.replace(/'nonce-[^']+'/g, "'nonce-x'") ?? ""),
      ),
    ],
    [
      "another Referrer-Policy",
      "headers",
      at(POSITION, ({ headers }) => (headers["referrer-policy"] = "unsafe-url")),
    ],
    [
      "pages may be framed",
      "headers",
      at(
        POSITION,
        ({ headers }) =>
          (headers["content-security-policy"] =
            headers["content-security-policy"]?.replace(/frame-ancestors[^;]*; /, "") ?? ""),
      ),
    ],
    [
      "no page is cached",
      "cache",
      at(POSITION, ({ headers }) => (headers["cache-status"] = "Puerta; fwd=miss")),
    ],
    [
      "a wrong purge secret",
      "purge",
      ({ path, secret }, answer) => {
        if (path === "/-/purge" && secret !== "wrong") answer.status = 401;
      },
    ],
    [
      "alarms that do not go off",
      "alarm",
      ({ path, secret }, answer) => {
        if (path === "/-/operator/alarm" && secret === SECRETS.OPERATOR_SECRET) answer.status = 503;
      },
    ],
    [
      "no day of publication",
      "job data",
      at(POSITION, (answer) => (answer.body = answer.body.replace(/"datePosted":"[^"]*",/, ""))),
    ],
    [
      "a robots.txt that shuts crawlers out",
      "robots",
      at(/^\/robots/, (answer) => (answer.body = "User-agent: *\nDisallow: /\n")),
    ],
    ["no sitemap", "sitemap", at(/sitemap\.xml$/, status(404))],
    [
      "an open admin interface",
      "closed",
      ({ path, secret }, answer) => {
        if (path === "/-/admin/companies" && secret !== adminSecret) answer.status = 200;
      },
    ],
    ["an open desk", "desk", at(/^\/people$/, status(200))],
    ["a page for a position that does not exist", "not found", at(/position\/0{8}/, status(200))],
    [
      "applications that stay on the platform",
      "deletion",
      ({ path }, answer) => {
        if (path.startsWith("/-/admin/applications?"))
          answer.body = '{"applications":[{"id":"00000000-0000-4000-8000-000000000000"}]}';
      },
    ],
  ])("%s", async (_, point, change) => {
    proxy.change = change;
    const desk = point === "desk" ? { desk: proxy.url } : {};
    const { failed } = await check(proxy.url, { adminSecret, ...desk });
    expect(failed).toEqual([point]);
  });

  test("a wrong variable", async () => {
    const { points, failed, skipped } = await check(misconfigured.url);
    expect(failed).toEqual(["answers"]);
    expect(skipped).toHaveLength(points.length - 1);
    expect(points[0]?.text).toContain("a variable or a secret is wrong");
  });

  test("a missing secret", async () => {
    expect((await check(secretless.url)).failed).toEqual(["health"]);
    // The field that only programs fill in was left empty.
    const [sent] = platform.requestsOf("apply");
    expect(sent?.headers).toHaveProperty("idempotency-key");
    expect(sent?.headers).not.toHaveProperty("x-puerta-suspect");
  });

  test("a platform that refuses applications", async () => {
    platform.on("apply").answer({ status: 422, body: { detail: "No." } });
    const { failed, points } = await check(right.url);
    expect(failed).toEqual(["application"]);
    expect(points.find(({ name }) => name === "application")?.text).toContain(
      "the platform may refuse it",
    );
  });

  test("a platform that is away", async () => {
    platform.on("position").answer({ status: 503 });
    expect((await check(right.url)).failed).toEqual(["health", "position"]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkSite } from "~/cli/check/site";
import { ensureLocalSecrets } from "~/scripts/secrets";
import { startEmbeddedSite, type EmbeddedSite } from "../support/embedded-site";
import { newPosition } from "../support/cached-pages";
import { startProxy, type Change } from "../support/proxy";
import { startSites } from "../support/sites-for-file";
import { isLong } from "../support/size";

const SECRETS = {
  OPERATOR_SECRET: "an operator secret for this test",
  PURGE_SECRET: "a purge secret for this test",
};
const PAGE_CACHE = "on";
const { platform, correct, misconfigured, secretless } = await startSites({
  correct: { vars: { ...SECRETS, PAGE_CACHE } },
  misconfigured: { vars: { ...SECRETS, MAX_CV_BYTES: "much" } },
  secretless: { vars: { PAGE_CACHE, PURGE_SECRET: SECRETS.PURGE_SECRET } },
});

/** A position with all properties that search engines require. */
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
    50,
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
  site = await startEmbeddedSite({ vars: SECRETS });
  proxy = await startProxy(site.url);
});
afterEach(() => {
  proxy.change = undefined;
});
afterAll(async () => {
  await proxy.stop();
  await site.stop();
});

test("the check of a correct site passes twice in a row", async () => {
  for (const _ of ["first", "second"]) {
    const { failed, skipped } = await check(proxy.url, { adminSecret });
    expect({ failed, skipped }).toEqual({ failed: [], skipped: ["https", "desk"] });
  }
});

test("the check of a site with another platform skips points that need the admin API", async () => {
  const { failed, skipped } = await check(correct.url, { adminSecret });
  expect({ failed, skipped }).toEqual({ failed: [], skipped: ["https", "deletion", "desk"] });
});

/** Returns a change that applies to responses at matching paths. */
const changeAt =
  (path: RegExp, change: (answer: Parameters<Change>[1]) => void): Change =>
  (request, answer) => {
    if (path.test(request.path)) change(answer);
  };
const setStatus = (status: number) => (answer: Parameters<Change>[1]) => (answer.status = status);
const POSITION = /^\/[^/-]/;

/** Faults, each with the check that must fail, and the change to the site's responses. */
const FAULTS: [what: string, point: string, change: Change][] = [
  [
    "a constant nonce",
    "headers",
    changeAt(
      POSITION,
      ({ headers }) =>
        (headers["content-security-policy"] =
          headers["content-security-policy"]?.replace(/'nonce-[^']+'/g, "'nonce-x'") ?? ""),
    ),
  ],
  [
    "a wrong Referrer-Policy",
    "headers",
    changeAt(POSITION, ({ headers }) => (headers["referrer-policy"] = "unsafe-url")),
  ],
  [
    "pages that can be framed",
    "headers",
    changeAt(
      POSITION,
      ({ headers }) =>
        (headers["content-security-policy"] =
          headers["content-security-policy"]?.replace(/frame-ancestors[^;]*; /, "") ?? ""),
    ),
  ],
  [
    "pages that are not cached",
    "cache",
    changeAt(POSITION, ({ headers }) => (headers["cache-status"] = "Puerta; fwd=miss")),
  ],
  [
    "a wrong purge secret",
    "purge",
    ({ path, secret }, answer) => {
      if (path === "/-/purge" && secret !== "wrong") answer.status = 401;
    },
  ],
  [
    "alarms that do not run",
    "alarm",
    ({ path, secret }, answer) => {
      if (path === "/-/operator/alarm" && secret === SECRETS.OPERATOR_SECRET) answer.status = 503;
    },
  ],
  [
    "no publication date",
    "job data",
    changeAt(
      POSITION,
      (answer) => (answer.body = answer.body.replace(/"datePosted":"[^"]*",/, "")),
    ),
  ],
  [
    "a robots.txt that blocks crawlers",
    "robots",
    changeAt(/^\/robots/, (answer) => (answer.body = "User-agent: *\nDisallow: /\n")),
  ],
  ["no sitemap", "sitemap", changeAt(/sitemap\.xml$/, setStatus(404))],
  [
    "an open admin interface",
    "closed",
    ({ path, secret }, answer) => {
      if (path === "/-/admin/companies" && secret !== adminSecret) answer.status = 200;
    },
  ],
  ["an open desk", "desk", changeAt(/^\/people$/, setStatus(200))],
  [
    "a page for a position that does not exist",
    "not found",
    changeAt(/position\/0{8}/, setStatus(200)),
  ],
  [
    "applications that stay on the platform",
    "deletion",
    ({ path }, answer) => {
      if (path.startsWith("/-/admin/applications?"))
        answer.body = '{"applications":[{"id":"00000000-0000-4000-8000-000000000000"}]}';
    },
  ],
];

/** Faults that are also tested without `npm run test:long`. */
const OFTEN = [
  "a constant nonce",
  "pages that are not cached",
  "a wrong purge secret",
  "alarms that do not run",
];

describe("the check of a faulty site", () => {
  test.each(isLong ? FAULTS : FAULTS.filter(([what]) => OFTEN.includes(what)))(
    "fails only the affected check for %s",
    async (_, point, change) => {
      proxy.change = change;
      const desk = point === "desk" ? { desk: proxy.url } : {};
      const { failed } = await check(proxy.url, { adminSecret, ...desk });
      expect(failed).toEqual([point]);
    },
  );

  test('fails the "answers" check and skips the others if a variable is wrong', async () => {
    const { points, failed, skipped } = await check(misconfigured.url);
    expect(failed).toEqual(["answers"]);
    expect(skipped).toHaveLength(points.length - 1);
    expect(points[0]?.text).toContain("a variable or a secret is wrong");
  });

  test('fails the "health" check if a secret is missing', async () => {
    expect((await check(secretless.url)).failed).toEqual(["health"]);
    // The form that the check sends has an empty honeypot.
    const [sent] = platform.requestsTo("apply");
    expect(sent?.headers).toHaveProperty("idempotency-key");
    expect(sent?.headers).not.toHaveProperty("x-puerta-suspect");
  });

  test('fails the "application" check if the platform refuses applications', async () => {
    platform.on("apply").answer({ status: 422, body: { detail: "No." } });
    const { failed, points } = await check(correct.url);
    expect(failed).toEqual(["application"]);
    expect(points.find(({ name }) => name === "application")?.text).toContain(
      "the platform may have refused it",
    );
  });

  test('fails the "health" and "position" checks if the platform is down', async () => {
    platform.on("position").answer({ status: 503 });
    expect((await check(correct.url)).failed).toEqual(["health", "position"]);
  });
});

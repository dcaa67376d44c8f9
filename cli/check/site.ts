import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { parseCompanyPage, sitemapPath } from "~/app/addresses";
import { securityHeaders } from "~/app/edge/response.server";
import { ADMIN_PATH } from "~/contract/admin";
import { parsePart } from "~/contract/application";
import { isPlatformId } from "~/contract/ids";
import { companies, createPlatformClient } from "../lib/platform";
import { request, findCareerSite, fail, findLink, ok, readPage, skip } from "./point";
import type { CheckContext, Point, SiteToCheck, Verdict } from "./point";
import { UNKNOWN } from "./platform";
import { deletion, testApplication } from "./site-application";

/** A read must be a hit before both limits are reached. Data read within a second of a purge counts as purged. */
const CACHED_WITHIN_MS = 3000;
const CACHED_WITHIN_READS = 5;

/** Maximum time for a purge to take effect, in ms. Purges take up to two minutes. */
const PURGED_WITHIN_MS = 130_000;

type Check = (site: SiteToCheck, known: CheckContext) => Promise<Verdict> | Verdict;

/** Each check runs only if the check that it needs has passed. */
const POINTS: [name: string, needs: string, check: Check][] = [
  ["answers", "", answers],
  ["https", "answers", https],
  ["health", "answers", health],
  ["position", "answers", position],
  ["headers", "position", headers],
  ["cache", "position", cache],
  ["purge", "cache", purge],
  ["alarm", "health", alarm],
  ["application", "position", testApplication],
  ["deletion", "application", deletion],
  ["job data", "position", jobData],
  ["robots", "position", robots],
  ["sitemap", "position", sitemap],
  ["closed", "answers", closed],
  ["desk", "answers", desk],
  ["not found", "answers", notFound],
];

/** @param pauseMs pause between reads while waiting for a change */
export async function checkSite(
  options: SiteToCheck,
  report: (point: Point) => void,
  pauseMs = 500,
) {
  // Only the embedded platform has an admin interface.
  const path = `${ADMIN_PATH}/companies`;
  const admin = await request(options, path, { secret: options.adminSecret }).catch(
    () => undefined,
  );
  const site = admin?.status === 404 ? { ...options, adminSecret: "" } : options;
  const points: Point[] = [];
  const passed = new Set([""]);
  const known: CheckContext = { page: await readPage(new Response(""), ""), receipt: "", pauseMs };
  for (const [name, needs, check] of POINTS) {
    const checking = passed.has(needs) ? check(site, known) : skip(`needs "${needs}"`);
    const verdict = await Promise.resolve(checking).catch(unreachable);
    if (verdict.result === "ok") passed.add(name);
    points.push({ name, ...verdict });
    report({ name, ...verdict });
  }
  return points;
}

function unreachable(error: unknown): Verdict {
  if (!(error instanceof Error)) throw error;
  const { message, cause } = error;
  if (!(cause instanceof Error)) return fail(message);
  const todo = "Are the address, its DNS record and its certificate right?";
  return fail(`${message}: ${cause.message}. ${todo}`);
}

async function answers(site: SiteToCheck) {
  const { status } = await request(site, "/-/health");
  if (status === 200) return ok("the site runs");
  return status === 500
    ? fail("500: a variable or a secret is wrong or missing. The log names it: npx wrangler tail")
    : fail(`/-/health answers ${status}. Is Puerta deployed there, without a proxy in front?`);
}

async function https({ url }: SiteToCheck) {
  if (!url.startsWith("https:")) return skip("only for an https address");
  const plain = { url: url.replace("https:", "http:") };
  const location = (await request(plain, "/")).headers.get("Location") ?? "";
  return location.startsWith(url)
    ? ok("the certificate is valid, and http redirects to https")
    : fail(`${plain.url} does not redirect to https. Turn on "Always Use HTTPS" for the zone.`);
}

async function health(site: SiteToCheck) {
  if (site.operatorSecret === "") return skip("to check it, set OPERATOR_SECRET");
  const response = await request(site, "/-/health", { secret: site.operatorSecret });
  if (response.ok) return ok("the platform and the index answer");
  const todo = "After a 401 or 404, set OPERATOR_SECRET on the site (docs/operations.md)";
  return fail(`${response.status}: ${await response.text()} ${todo}.`);
}

async function position(site: SiteToCheck, known: CheckContext) {
  const path = await positionPath(site);
  if (path === undefined) return fail("there is no open position: choose one with --position");
  known.page = await readPage(await request(site, path), path);
  const { status } = known.page;
  if (status === 200) return ok(path);
  return fail(`${path} answers ${status}. Is it open, and does the platform answer ("health")?`);
}

async function positionPath({ position: wanted, ...site }: SiteToCheck) {
  if (wanted !== undefined) {
    return isPlatformId(wanted)
      ? `/company/position/${wanted}`
      : new URL(wanted, site.url).pathname;
  }
  const home = await readPage(await request(site, "/", { redirect: "follow" }), "/");
  const linked = findLink(home, "position");
  if (linked !== undefined || site.adminSecret === "") return linked;
  const all = await companies(createPlatformClient({ ...site, isRemote: true }));
  return all.find((company) => company.position !== null)?.position ?? undefined;
}

/** Headers that variables or a zone can change, and patterns that their values must match. */
const CHANGEABLE: Partial<Record<string, RegExp>> = {
  "Strict-Transport-Security": /max-age=[1-9]/,
  "Content-Security-Policy":
    /'strict-dynamic'; .*object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors /,
};

async function headers(site: SiteToCheck, { page }: CheckContext) {
  const policies = [page, await request(site, page.path)].map(
    (response) => response.headers.get("Content-Security-Policy") ?? "",
  );
  const [nonce = "", other] = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1]);
  if (nonce === other)
    return fail("two responses have the same nonce. Does a cache or proxy store pages?");
  const settings = { botCheck: undefined, FRAME_ANCESTORS: [], CSP_HOSTS: [] };
  const header = (name: string) => page.headers.get(name) ?? "";
  const wrong = Object.entries(securityHeaders(200, { nonce, settings }))
    .filter(([name, value]) => !(CHANGEABLE[name]?.test(header(name)) ?? header(name) === value))
    .map(([name]) => name);
  if (wrong.length === 0) return ok("all are present, and each response has its own nonce");
  return fail(`missing or changed: ${wrong.join(", ")}. Does a rule or proxy change them?`);
}

async function cacheStatus(site: SiteToCheck, { page }: CheckContext): Promise<string> {
  const { headers, body } = await request(site, page.path);
  await body?.cancel();
  return headers.get("Cache-Status") ?? "no Cache-Status";
}

async function cache(site: SiteToCheck, known: CheckContext) {
  const end = Date.now() + CACHED_WITHIN_MS;
  let status = "";
  // A different isolate can respond, so the first reads can be misses.
  for (let read = 0; read < CACHED_WITHIN_READS || Date.now() < end; read += 1) {
    status = await cacheStatus(site, known);
    if (status.includes("Puerta; hit")) return ok("a page is rendered once for many reads");
    await sleep(known.pauseMs);
  }
  return fail(`"${status}": no read is a hit. Is PAGE_CACHE on, and the site on its own domain?`);
}

async function purge(site: SiteToCheck, known: CheckContext) {
  const { purgeSecret, adminSecret } = site;
  const position = parseCompanyPage(known.page.path)?.id;
  const client = parseCompanyPage(findCareerSite(known.page))?.id;
  // Without PURGE_SECRET, send the embedded platform an empty change, which also purges.
  const isPlain = purgeSecret !== "" || client === undefined;
  const secret = isPlain ? purgeSecret : adminSecret;
  if (secret === "") return skip("to check it, set PURGE_SECRET");
  const path = isPlain ? "/-/purge" : `${ADMIN_PATH}/companies/${client}/jobs`;
  const body = JSON.stringify(isPlain ? { position } : {});
  const before = freshUntil(await cacheStatus(site, known));
  const { status } = await request(site, path, { method: "POST", secret, body });
  if (status !== 200) return fail(`${path} answers ${status}. Is this the site's secret?`);
  const end = Date.now() + PURGED_WITHIN_MS;
  while (Date.now() < end) {
    const now = await cacheStatus(site, known);
    const isNewer = freshUntil(now) > before + CLOCK_MS;
    const wasFresh = Date.now() < before;
    if (now.includes("fwd=") || (isNewer && wasFresh)) return ok("the page is rendered again");
    if (isNewer) return skip("the page became old before the purge was seen. Check again");
    await sleep(known.pauseMs);
  }
  return fail("a purged page was served for more than two minutes. See the site's log.");
}

/** Tolerated difference between two results of `freshUntil` for the same page, in ms. */
const CLOCK_MS = 3000;

/** Returns when a page stops being fresh, in ms since 1970. This is later for a page rendered later. */
function freshUntil(status: string): number {
  const ttl = /ttl=(-?\d+)/.exec(status)?.[1];
  return ttl === undefined ? Infinity : Date.now() + Number(ttl) * 1000;
}

async function alarm(site: SiteToCheck) {
  const init = { method: "POST", secret: site.operatorSecret };
  const response = await request(site, "/-/operator/alarm", init);
  return response.ok
    ? ok("alarms run, so waiting applications are delivered")
    : fail(`an alarm did not run (${response.status}). See the log, and the account's limits.`);
}

/** Source: developers.google.com/search/docs/appearance/structured-data/job-posting. */
const REQUIRED = ["title", "description", "datePosted", "hiringOrganization"];

function jobData(_: SiteToCheck, { page }: CheckContext) {
  const script = page.elements.find(({ attributes: { type } }) => type === "application/ld+json");
  if (!script)
    return fail("none. The job needs a description, published_at and a place with a country.");
  const job = z.record(z.string(), z.unknown()).catch({}).parse(parsePart(script.text));
  const where = "applicantLocationRequirements" in job ? [] : ["jobLocation"];
  const missing = [...REQUIRED, ...where].filter((name) => !(name in job));
  if (missing.length === 0) return ok("it has what Google requires");
  return fail(`${missing.join(", ")} missing. Does a proxy change pages?`);
}

async function robots(site: SiteToCheck, { page }: CheckContext) {
  const response = await request(site, "/robots.txt");
  if (response.status !== 200 || /^Disallow:\s*\/\s*$/im.test(await response.text())) {
    return fail("/robots.txt keeps crawlers out. Turn off the zone's own robots.txt.");
  }
  return page.headers.get("X-Robots-Tag")?.includes("noindex")
    ? skip("SEARCH_INDEXING is off: search engines leave the site out")
    : ok("crawlers may read the pages");
}

async function sitemap(site: SiteToCheck, { page }: CheckContext) {
  const path = sitemapPath(findCareerSite(page));
  const response = await request(site, path);
  const xml = await response.text();
  const has = xml.includes(parseCompanyPage(page.path)?.id ?? "") || xml.includes("<sitemapindex");
  if (response.ok && has) return ok(path);
  return fail(`${path} (${response.status}) does not have the position. Is it open?`);
}

async function closed(site: SiteToCheck) {
  for (const [method, path] of [
    ["GET", "/-/operator/applications"],
    ["POST", "/-/purge"],
    ["GET", `${ADMIN_PATH}/companies`],
  ] as const) {
    for (const secret of ["", "wrong"]) {
      const { status } = await request(site, path, { method, secret });
      if ([401, 404, 429].includes(status)) continue;
      return fail(
        `${path} answers ${status} without its secret. Take the site down and find out why.`,
      );
    }
  }
  return ok("operator and admin addresses need their secrets");
}

async function desk({ desk: url }: SiteToCheck) {
  if (url === undefined) return skip("to check it, add --desk https://desk.example.com");
  const { status } = await request({ url }, "/people");
  if (status === 404) return fail("no desk there. Is DESK_HOST set, and is --desk its address?");
  if (status === 503) return skip("it is off until someone is invited: npx puerta desk invite");
  return (status >= 300 && status < 400) || status === 401 || status === 403
    ? ok("it requires a sign-in")
    : fail(`it answers ${status} without a sign-in. Take it down (docs/desk.md).`);
}

async function notFound(site: SiteToCheck) {
  const { status } = await request(site, `/company/position/${UNKNOWN}`);
  if (status === 404) return ok("an unknown position is a 404");
  return fail(`an unknown position is a ${status}. The platform must answer 404 for it.`);
}

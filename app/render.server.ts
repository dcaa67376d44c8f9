import type { ServerBuild } from "@remix-run/cloudflare";
import * as serverBuild from "@remix-run/dev/server-build";
import { isPagePath, MAINTENANCE_PATH, acceptsForms } from "./addresses";
import { createPages, type Rendered } from "./page-cache/pages.server";
import { createSharedStore } from "./page-cache/shared-store.server";
import { verifyPages } from "./page-cache/verify-pages.server";
import { createTokens, type Tokens } from "./page-cache/page-template.server";
import { isNear } from "./config/region";
import { readSettings } from "./config/settings.server";
import { createContext } from "./context.server";
import { maintenanceRefusal, tooManyRequests } from "./edge/refusal.server";
import { createRemixHandler } from "./edge/remix-handler.server";
import { createRemixRequest } from "./edge/remix-request.server";
import { consumeBody } from "./runtime/body-limit.server";
import { delay } from "./runtime/deadline.server";
import { formatError } from "./runtime/log.server";
import type { Outgoing } from "./runtime/outgoing";
import { openVisit, type SiteEnv, type Visit } from "./visit.server";

// Remix types a build's missing exports as `undefined`, which exactOptionalPropertyTypes forbids.
const build = serverBuild as ServerBuild;

// The bundler inlines `process.env.NODE_ENV`, because the Worker has no `process`.
const handle = createRemixHandler(build, process.env.NODE_ENV);

/** Deployment id, or the build's version locally. */
const siteVersion = (env: SiteEnv): string => env.VERSION?.id ?? build.assets.version;

/**
 * Delay between a purge and the verification of its pages, in ms. Data read within a second of a purge counts
 * as purged.
 */
const AFTER_PURGE_MS = 1500;

/** Minimum time between two verifications of a client's pages after purges, and of all pages for visitors, in ms. */
const CLAIM_MS = { client: 30_000, all: 4 * 60_000 };

/** Maximum time of a verification after a response, in ms. The runtime ends it after 30 s. */
const AFTER_RESPONSE_MS = 20_000;

/** Creates a function that verifies pages after the response, unless another request did so recently. */
export function createVerifySoon(
  env: SiteEnv,
  execution: Pick<ExecutionContext, "waitUntil">,
): Visit["verifySoon"] {
  const verify = async (clientUuid: string | undefined) => {
    await delay(AFTER_PURGE_MS, undefined);
    const { purges } = openVisit(new Request("https://site.invalid"), env, execution);
    const everyMs = CLAIM_MS[clientUuid === undefined ? "all" : "client"];
    if (!(await purges.claim(clientUuid ?? "all pages", everyMs))) return;
    await verifyStoredPages(env, execution, { clientUuid, companyMs: AFTER_RESPONSE_MS });
  };
  const logFailure = (error: unknown) =>
    console.error("Stored pages could not be verified:", formatError(error));
  return (clientUuid) => {
    if (env.PAGES) execution.waitUntil(verify(clientUuid).catch(logFailure));
  };
}

/** Verifies the pages in the shared store (`page-cache/verify-pages.server.ts`). */
export async function verifyStoredPages(
  env: SiteEnv,
  execution: Pick<ExecutionContext, "waitUntil">,
  limits: { clientUuid?: string | undefined; companyMs?: number } = {},
): Promise<void> {
  const { PAGE_CACHE, MAINTENANCE, HOSTS, LANGUAGES } = readSettings(env);
  if (PAGE_CACHE === "off" || MAINTENANCE === "on") return;
  const version = siteVersion(env);
  const open = (address: string) => openVisit(new Request(address), env, execution);
  const page = { tokens: createTokens(), isPersonal: false, mayApply: false };
  await verifyPages({
    store: createSharedStore(env.PAGES, version),
    version,
    ...limits,
    languages: LANGUAGES,
    readAfter: (notBefore) => ({
      async loadCompany(clientUuid, address) {
        // The page's host might now belong to another company.
        const visit = { ...open(address), owner: undefined, notBefore };
        const { loads } = createContext(visit, { request: visit.request, ...page });
        const read = await loads.careerSite(clientUuid);
        if (read.from === "copy") throw new Error("The platform does not answer");
        const { company, jobs } = read.value;
        const hasHost = HOSTS.addresses.has(clientUuid.toLowerCase());
        return {
          names: [company.code, ...(hasHost ? [clientUuid] : [])],
          positions: new Set(jobs.map(({ uuid }) => uuid.toLowerCase())),
        };
      },
      render: (request, tokens) =>
        render({ ...open(request.url), notBefore }, request, { ...page, tokens }),
    }),
    isPurged: (clientUuid, readAt) =>
      open("https://site.invalid").purges.isPurged(clientUuid, readAt),
    publish: (verifications, run) => open("https://site.invalid").purges.verify(verifications, run),
  });
}

/** During maintenance, returns the maintenance screen or a refusal. */
export async function showMaintenance(visit: Visit): Promise<Outgoing | undefined> {
  const { request, settings, limits } = visit;
  if (settings.MAINTENANCE === "off") return undefined;
  if (!(await limits.allowsRead())) return tooManyRequests(visit);
  const { origin, pathname, search } = new URL(request.url);
  if (!isPagePath(pathname)) return maintenanceRefusal(visit);
  const screen = new Request(origin + MAINTENANCE_PATH + search, { headers: request.headers });
  return renderForRequest(visit, screen, false);
}

/** Serves a page through the page cache. Returns undefined for requests that cannot be cached. */
export function servePageFromCache(visit: Visit): Promise<Outgoing | undefined> | undefined {
  const { request, env, settings, purges, limits, waitUntil } = visit;
  if (settings.PAGE_CACHE === "off" || !visit.isRead) return undefined;
  const pages = createPages({
    ...{ settings, purges, waitUntil, owner: visit.owner },
    store: createSharedStore(env.PAGES, siteVersion(env)),
    isNearPlatform: isNear(settings.REGION, request.cf?.continent),
    version: siteVersion(env),
    onRunDue: () => visit.verifySoon(),
    render: (pageRequest, tokens, isPersonal) =>
      render(visit, pageRequest, { tokens, isPersonal, mayApply: false }),
    refuse: async (isNew) => {
      const mayContinue = (!isNew || limits.mayLookUp("page")) && (await limits.allowsRead());
      return mayContinue ? undefined : tooManyRequests(visit);
    },
  });
  return pages.answer(request);
}

/** Runs the requested route, for this request alone. */
export async function renderPage(visit: Visit): Promise<Outgoing> {
  const { request, limits } = visit;
  const { pathname } = new URL(request.url);
  const isForm = request.method === "POST" && acceptsForms(pathname);
  const mayApply = isForm && (await limits.allowsApplication());
  // A form over its limit is rendered again, so it counts as a page.
  const isCounted = !mayApply && (isForm || isPagePath(pathname));
  if (isCounted && !(await limits.allowsRead())) return tooManyRequests(visit);
  return renderForRequest(visit, request, mayApply);
}

async function renderForRequest(
  visit: Visit,
  request: Request,
  mayApply: boolean,
): Promise<Outgoing> {
  const tokens = createTokens();
  const { response, facts } = await render(visit, request, { tokens, isPersonal: true, mayApply });
  const { status, body, headers } = response;
  return { status, body, headers, nonce: tokens.nonce, clientUuid: facts?.clientUuid };
}

async function render(
  visit: Visit,
  pageRequest: Request,
  page: { tokens: Tokens; isPersonal: boolean; mayApply: boolean },
): Promise<Rendered> {
  const request = createRemixRequest(pageRequest);
  const context = createContext(visit, { request: pageRequest, ...page });
  const response = await handle(request, context);
  await consumeBody(request);
  const { facts } = context.shown;
  if (facts?.timing) response.headers.set("Server-Timing", facts.timing);
  return { response, facts };
}

import type { ServerBuild } from "@remix-run/cloudflare";
import * as serverBuild from "@remix-run/dev/server-build";
import { isPagePath, MAINTENANCE_PATH, acceptsForms } from "./addresses";
import { createPages, type Rendered } from "./page-cache/pages.server";
import { createTokens, type Tokens } from "./page-cache/page-template.server";
import { createContext } from "./context.server";
import { maintenanceRefusal, tooManyRequests } from "./edge/refusal.server";
import { createRemixHandler } from "./edge/remix-handler.server";
import { createRemixRequest } from "./edge/remix-request.server";
import { consumeBody } from "./runtime/body-limit.server";
import type { Outgoing } from "./runtime/outgoing";
import type { Visit } from "./visit.server";

// Remix types a build's missing exports as `undefined`, which exactOptionalPropertyTypes forbids.
const build = serverBuild as ServerBuild;

// The bundler inlines `process.env.NODE_ENV`, because the Worker has no `process`.
const handle = createRemixHandler(build, process.env.NODE_ENV);

/** During maintenance, returns the maintenance screen or a refusal. */
export async function showMaintenance(visit: Visit): Promise<Outgoing | undefined> {
  const { request, settings, limits } = visit;
  if (settings.MAINTENANCE === "off") return undefined;
  if (!(await limits.allowsRead())) return tooManyRequests(request);
  const { origin, pathname, search } = new URL(request.url);
  if (!isPagePath(pathname)) return maintenanceRefusal(request);
  const screen = new Request(origin + MAINTENANCE_PATH + search, { headers: request.headers });
  return renderForRequest(visit, screen, false);
}

/** Serves a page through the page cache. Returns undefined for requests that cannot be cached. */
export function servePageFromCache(visit: Visit): Promise<Outgoing | undefined> | undefined {
  const { request, env, settings, purges, limits, waitUntil } = visit;
  if (settings.PAGE_CACHE === "off" || !visit.isRead) return undefined;
  const pages = createPages({
    settings,
    purges,
    waitUntil,
    version: env.VERSION?.id ?? build.assets.version,
    render: (pageRequest, tokens, isPersonal) =>
      render(visit, pageRequest, { tokens, isPersonal, mayApply: false }),
    refuse: async (isNew) => {
      const mayContinue = (!isNew || limits.mayLookUp("page")) && (await limits.allowsRead());
      return mayContinue ? undefined : tooManyRequests(request);
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
  if (isCounted && !(await limits.allowsRead())) return tooManyRequests(request);
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

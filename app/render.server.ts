import type { ServerBuild } from "@remix-run/cloudflare";
import * as serverBuild from "@remix-run/dev/server-build";
import { isForPeople, MAINTENANCE_PATH, takesForms } from "./addresses";
import { takeFacts } from "./cache/facts";
import { createPages } from "./cache/pages.server";
import { createTokens, type Tokens } from "./cache/page-template.server";
import { createContext } from "./context.server";
import { inMaintenance, tooManyRequests } from "./edge/refusal.server";
import { createRemixHandler } from "./edge/remix-handler.server";
import { remixRequest } from "./edge/remix-request.server";
import { readToTheEnd } from "./runtime/body-limit.server";
import type { Outgoing } from "./runtime/outgoing";
import type { Visit } from "./visit.server";

// The steps of `server.ts` that render pages.

// Remix types a build's missing exports as `undefined`, which exactOptionalPropertyTypes does not allow.
const build = serverBuild as ServerBuild;

// The bundler replaces `process.env.NODE_ENV` by its value: the Worker has no `process`.
const handle = createRemixHandler(build, process.env.NODE_ENV);

/** Answers everything while the site is in maintenance. */
export async function maintenance(visit: Visit): Promise<Outgoing | undefined> {
  const { request, settings, limits } = visit;
  if (settings.MAINTENANCE === "off") return undefined;
  if (!(await limits.allowsRead())) return tooManyRequests(request);
  const { origin, pathname, search } = new URL(request.url);
  if (!isForPeople(pathname)) return inMaintenance(request);
  // Its query and headers, never its body.
  const screen = new Request(origin + MAINTENANCE_PATH + search, { headers: request.headers });
  return renderForOne(visit, screen, false);
}

/** Answers with a page that is cached, or can be. */
export function cachedPage(visit: Visit): Promise<Outgoing | undefined> | undefined {
  const { request, env, settings, purges, limits, waitUntil } = visit;
  if (settings.PAGE_CACHE === "off" || !visit.isRead) return undefined;
  const pages = createPages({
    settings,
    purges,
    waitUntil,
    version: env.VERSION?.id ?? build.assets.version,
    render: (asked, tokens, isForOne) =>
      render(visit, asked, { tokens, isForOne, mayApply: false }),
    refuse: async (isNew) => {
      const mayGoOn = (!isNew || limits.mayLook("page")) && (await limits.allowsRead());
      return mayGoOn ? undefined : tooManyRequests(request);
    },
  });
  return pages.answer(request);
}

/** Renders whatever else is requested, for this request alone. */
export async function renderedPage(visit: Visit): Promise<Outgoing> {
  const { request, limits } = visit;
  const { pathname } = new URL(request.url);
  const isForm = request.method === "POST" && takesForms(pathname);
  const mayApply = isForm && (await limits.allowsApplication());
  // A form over its limit is shown again, as a page is.
  const isCounted = !mayApply && (isForm || isForPeople(pathname));
  if (isCounted && !(await limits.allowsRead())) return tooManyRequests(request);
  return renderForOne(visit, request, mayApply);
}

async function renderForOne(visit: Visit, request: Request, mayApply: boolean): Promise<Outgoing> {
  const tokens = createTokens();
  const response = await render(visit, request, { tokens, isForOne: true, mayApply });
  const { status, body, headers } = response;
  const { clientUuid } = takeFacts(headers);
  return { status, body, headers, nonce: tokens.nonce, clientUuid };
}

/** Has Remix render a page. */
async function render(
  visit: Visit,
  asked: Request,
  page: { tokens: Tokens; isForOne: boolean; mayApply: boolean },
): Promise<Response> {
  const request = remixRequest(asked);
  const response = await handle(request, createContext(visit, { request: asked, ...page }));
  await readToTheEnd(request);
  return response;
}

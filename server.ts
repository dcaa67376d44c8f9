import type { ServerBuild } from "@remix-run/cloudflare";
import * as serverBuild from "@remix-run/dev/server-build";
import { createContext, purgePages, rateLimitsOf, type SiteEnv } from "./app/context.server";
import { isForPeople, takesForms } from "./app/addresses";
import { companyOfHost } from "./app/config/hosts";
import { ConfigurationError, readSettings } from "./app/config/settings.server";
import { maintenanceAnswer } from "./app/edge/maintenance.server";
import { keptAddress } from "./app/edge/pages/page-key";
import { PageMemory } from "./app/edge/pages/page-memory.server";
import { cacheShelf, kvShelf } from "./app/edge/pages/page-shelf.server";
import { createMarks, type Marks } from "./app/edge/pages/page-template.server";
import { createPages, type Drawn } from "./app/edge/pages/pages.server";
import { createPurges } from "./app/edge/pages/purges.server";
import { createOperator } from "./app/application/operator/operator.server";
import { BODY_READ_LIMIT, isHopelesslyLarge } from "./app/runtime/body-limit.server";
import { deskAnswer } from "./app/edge/desk.server";
import { crawlerFile } from "./app/edge/crawler-files.server";
import { leave, outgoing, type Outgoing } from "./app/edge/door.server";
import { cspReport } from "./app/edge/csp-reports.server";
import { packedScript } from "./app/edge/packed-scripts.server";
import { refusal, refusedAsTooOften } from "./app/edge/refusal.server";
import { addressAtOwnHost, atOwnHost } from "./app/edge/own-host.server";
import { pointsOf } from "./app/edge/request-points";
import { startedAnswer } from "./app/edge/started.server";
import { count } from "./app/metrics/metrics.server";
import { createRemixHandler } from "./app/edge/remix-handler.server";
import { remixRequest } from "./app/edge/remix-request.server";
import { logRequest } from "./app/edge/request-log.server";
import { timeZoneOf } from "./app/edge/time-zone.server";
import { faultLine } from "./app/runtime/fault.server";
import { serverTiming } from "./app/platform/timed-reads.server";

export { ApplicationObject } from "./app/application/delivery/application-object.server";
export { ReleaseLimiter } from "./app/application/delivery/release-limiter.server";
export { UndeliveredIndex } from "./app/application/delivery/undelivered-index.server";
export { PurgeTime } from "./app/edge/pages/purges.server";
export { PositionCopy } from "./app/platform/position-copy.server";

// Remix types a build's missing exports as `undefined`, which exactOptionalPropertyTypes does not allow.
const build = serverBuild as ServerBuild;

// The bundler replaces `process.env.NODE_ENV` by its value: the Worker has no `process`.
const handle = createRemixHandler(build, process.env.NODE_ENV);

/** Pages in this isolate's memory, at most 24 MB: an isolate has 128 MB for everything. */
const memory = new PageMemory(24 * 1024 * 1024);

export default {
  async fetch(request, env, execution) {
    const script = await packedScript(request, env);
    if (script) return script;
    const begun = Date.now();
    const id = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const atDesk = await deskAnswer(request, env, (clientUuid) =>
      purgePages(clientUuid, env, (work) => execution.waitUntil(work)),
    );
    if (atDesk) {
      logRequest({ id, request, response: atDesk, ms: Date.now() - begun });
      return atDesk;
    }
    const answered = await answer(request, env, execution);
    await readToTheEnd(request);
    const response = leave(answered, {
      id,
      settings: () => readSettings(env),
      isToBeFound: isToBeFound(request, env),
    });
    logRequest({ id, request, response, ms: Date.now() - begun });
    count(env, () => {
      const settings = readSettings(env);
      return pointsOf({
        request,
        address: addressAtOwnHost(request.url, settings),
        response,
        clientUuid: answered.clientUuid,
        submitted: answered.submitted?.(),
        isOwnHost: companyOfHost(settings, request.url) !== undefined,
      });
    });
    return response;
  },

  /** The second clock of deliveries, besides the alarm of each application. */
  async scheduled(_, env) {
    await createOperator(env).wakeOverdue();
  },
} satisfies ExportedHandler<SiteEnv>;

/** Whether search engines may show what is at an address; not while the configuration is wrong. */
function isToBeFound(request: Request, env: SiteEnv): boolean {
  try {
    const settings = readSettings(env);
    const at = addressAtOwnHost(request.url, settings);
    return settings.TO_BE_FOUND === "on" && (keptAddress(at)?.isToBeFound ?? false);
  } catch {
    return false;
  }
}

/** Reads a body to its end: a browser that is still sending sees no answer before. */
async function readToTheEnd(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed || isHopelesslyLarge(request)) return;
  let length = 0;
  try {
    for await (const bytes of request.body) {
      length += bytes.byteLength;
      if (length > BODY_READ_LIMIT) return;
    }
  } catch {
    // The sender has gone.
  }
}

async function answer(
  request: Request,
  env: SiteEnv,
  execution: ExecutionContext,
): Promise<Outgoing> {
  try {
    const settings = readSettings(env);
    const report = await cspReport(request, rateLimitsOf(env, visitorOf(request)));
    if (report) return report;
    const turnedAway = refusal(request);
    if (turnedAway) return turnedAway;
    const file = crawlerFile(request, settings);
    if (file) return file;
    if (settings.MAINTENANCE === "on") return await underMaintenance(request, env, execution);
    const started = startedAnswer(request, env);
    if (started) return started;
    const asked = atOwnHost(request, settings);
    return (
      (await pagesOf(asked, env, execution)?.answer(asked)) ?? (await drawn(asked, env, execution))
    );
  } catch (error) {
    // The message of a ConfigurationError names variables, and no values.
    console.error(
      error instanceof ConfigurationError ? error.message : `Fault: ${faultLine(error)}`,
    );
    return { status: 500, body: "Internal Server Error", headers: {} };
  }
}

function pagesOf(request: Request, env: SiteEnv, execution: ExecutionContext) {
  const settings = readSettings(env);
  if (settings.PAGE_CACHE === "off") return undefined;
  const shelf = { version: env.VERSION?.id ?? build.assets.version, keptMs: settings.PAGE_KEPT_MS };
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
  const limits = rateLimitsOf(env, visitorOf(request));
  return createPages({
    memory,
    settings,
    nearby: cacheShelf(shelf),
    everywhere: env.PAGES && kvShelf(env.PAGES, shelf),
    purges: createPurges(env.PURGES, waitUntil),
    version: shelf.version,
    waitUntil,
    draw: (asked, marks, isForOne) => draw(asked, { marks, isForOne }, env, execution),
    refuse: (asked, isFirst) => refuseRead(asked, env, isFirst),
    onMissing: () => waitUntil(limits.missed("page")),
  });
}

/** Refuses to draw a page if the visitor's network has had too many drawn in this minute. */
async function refuseRead(request: Request, env: SiteEnv, isFirst: boolean) {
  const limits = rateLimitsOf(env, visitorOf(request));
  const mayGoOn = (!isFirst || limits.mayLook("page")) && (await limits.allowsRead());
  return mayGoOn ? undefined : refusedAsTooOften(request);
}

/** Whether a request may apply, if it does. A form that is one too many is drawn anew, as pages are. */
async function admit(request: Request, env: SiteEnv): Promise<"apply" | "draw" | "nothing"> {
  const { pathname } = new URL(request.url);
  const limits = rateLimitsOf(env, visitorOf(request));
  if (request.method === "POST" && takesForms(pathname)) {
    if (await limits.allowsApplication()) return "apply";
    return (await limits.allowsRead()) ? "draw" : "nothing";
  }
  const isPage = isRead(request) && isForPeople(pathname);
  return !isPage || (await limits.allowsRead()) ? "draw" : "nothing";
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

const visitorOf = (request: Request) => request.headers.get("CF-Connecting-IP");

/** Lets Remix draw a page with these marks, for one visitor or for all. */
async function draw(
  request: Request,
  page: { marks: Marks; isForOne: boolean; mayApply?: boolean },
  env: SiteEnv,
  execution: ExecutionContext,
): Promise<Drawn & Pick<Outgoing, "submitted">> {
  const context = createContext(env, {
    mayApply: false,
    ...page,
    url: request.url,
    isRead: isRead(request),
    visitor: visitorOf(request),
    timeZone: () => timeZoneOf(request),
    waitUntil: (work) => execution.waitUntil(work),
  });
  const asked = remixRequest(request);
  const response = await handle(asked, context);
  await readToTheEnd(asked);
  return {
    response,
    readSince: context.readSince,
    knownSince: context.knownSince,
    copiedAt: context.positionPages.copiedAt,
    timing: serverTiming(context.reads.done),
    submitted: context.submitted,
  };
}

/** Draws an answer that is for this request alone. */
async function drawn(request: Request, env: SiteEnv, execution: ExecutionContext) {
  const may = await admit(request, env);
  if (may === "nothing") return refusedAsTooOften(request);
  const marks = createMarks();
  const page = { marks, isForOne: true, mayApply: may === "apply" };
  const { response, timing, submitted } = await draw(request, page, env, execution);
  if (timing !== "") response.headers.set("Server-Timing", timing);
  return { ...outgoing(response, marks.nonce), submitted };
}

async function underMaintenance(request: Request, env: SiteEnv, execution: ExecutionContext) {
  const marks = createMarks();
  const response = await maintenanceAnswer(
    request,
    async (asked) => (await draw(asked, { marks, isForOne: true }, env, execution)).response,
  );
  return outgoing(response, marks.nonce);
}

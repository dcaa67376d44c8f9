import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import * as serverBuild from "@remix-run/dev/server-build";
import { NOT_FOUND_PATH } from "./app/addresses";
import { createContext, type SiteEnv } from "./app/context.server";
import { ConfigurationError, readSettings } from "./app/config/settings.server";
import { maintenanceAnswer } from "./app/edge/maintenance.server";
import { PageMemory } from "./app/edge/pages/page-memory.server";
import { cacheShelf, kvShelf } from "./app/edge/pages/page-shelf.server";
import { createMarks, type Marks } from "./app/edge/pages/page-template.server";
import { createPages, type Drawn } from "./app/edge/pages/pages.server";
import { createPurges } from "./app/edge/pages/purges.server";
import { BODY_READ_LIMIT, isHopelesslyLarge } from "./app/runtime/body-limit.server";
import { leave, outgoing, type Outgoing } from "./app/edge/door.server";
import { cspReport } from "./app/edge/csp-reports.server";
import { refusal } from "./app/edge/refusal.server";
import { logRequest } from "./app/edge/request-log.server";
import { faultLine } from "./app/runtime/fault.server";
import { serverTiming } from "./app/platform/timed-reads.server";

export { ApplicationObject } from "./app/application/delivery/application-object.server";
export { UndeliveredIndex } from "./app/application/delivery/undelivered-index.server";
export { PurgeTime } from "./app/edge/pages/purges.server";
export { PositionCopy } from "./app/platform/position-copy.server";

// Remix types its own build's optional exports as `undefined`, which exactOptionalPropertyTypes tells apart.
const build = serverBuild as ServerBuild;

// The bundler puts the mode in here; nothing of Node's is there when the Worker runs.
const handle = createRequestHandler(build, process.env.NODE_ENV);

/** Pages that this isolate has at hand, in bytes: an isolate has 128 MB for everything. */
const memory = new PageMemory(24 * 1024 * 1024);

export default {
  async fetch(request, env, execution) {
    const begun = Date.now();
    const id = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const answered = await answer(request, env, execution);
    await readToTheEnd(request);
    const response = leave(answered, { id, settings: () => readSettings(env) });
    logRequest({ id, request, response, ms: Date.now() - begun });
    return response;
  },
} satisfies ExportedHandler<SiteEnv>;

/** A browser that is still sending sees the answer only when all of it was read. */
async function readToTheEnd(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed || isHopelesslyLarge(request)) return;
  let length = 0;
  try {
    for await (const bytes of request.body) {
      length += bytes.byteLength;
      if (length > BODY_READ_LIMIT) return;
    }
  } catch {
    // Whoever sent it has gone.
  }
}

async function answer(
  request: Request,
  env: SiteEnv,
  execution: ExecutionContext,
): Promise<Outgoing> {
  try {
    const report = await cspReport(request);
    if (report) return outgoing(report);
    const settings = readSettings(env);
    const turnedAway = refusal(request);
    if (turnedAway) return turnedAway;
    if (settings.MAINTENANCE === "on") return await underMaintenance(request, env, execution);
    return (
      (await pagesOf(env, execution)?.answer(request)) ?? (await drawn(request, env, execution))
    );
  } catch (error) {
    // A wrong configuration's message names no values.
    console.error(
      error instanceof ConfigurationError ? error.message : `Fault: ${faultLine(error)}`,
    );
    return { status: 500, body: "Internal Server Error", headers: {} };
  }
}

function pagesOf(env: SiteEnv, execution: ExecutionContext) {
  const settings = readSettings(env);
  if (settings.PAGE_CACHE === "off") return undefined;
  const shelf = { version: env.VERSION?.id ?? build.assets.version, keptMs: settings.PAGE_KEPT_MS };
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work);
  return createPages({
    memory,
    settings,
    nearby: cacheShelf(shelf),
    everywhere: env.PAGES && kvShelf(env.PAGES, shelf),
    purges: createPurges(env.PURGES, waitUntil),
    version: shelf.version,
    waitUntil,
    draw: (request, marks) => draw(request, marks, env, execution),
  });
}

/** Remix hands a loader's data to whoever asks for it by these names; here there are only pages. */
function asPage(request: Request): Request {
  const url = new URL(request.url);
  const isData = url.pathname.endsWith(".data");
  // With two slashes, of whichever kind, it would name another host; Remix throws.
  const isNowhere = /^\/(?:\/|\\|%5c)/i.test(url.pathname);
  if (!isData && !isNowhere && !url.searchParams.has("_data")) return request;
  if (isData) url.pathname += "/";
  if (isNowhere) url.pathname = NOT_FOUND_PATH;
  url.searchParams.delete("_data");
  return new Request(url, request);
}

/** Has Remix draw a page with the marks given. */
async function draw(
  request: Request,
  marks: Marks,
  env: SiteEnv,
  execution: ExecutionContext,
): Promise<Drawn> {
  const context = createContext(env, {
    marks,
    isRead: request.method === "GET" || request.method === "HEAD",
    visitor: request.headers.get("CF-Connecting-IP"),
    waitUntil: (work) => execution.waitUntil(work),
  });
  const response = await handle(asPage(request), context);
  return {
    response,
    readSince: context.readSince,
    copiedAt: context.positionPages.copiedAt,
    timing: serverTiming(context.reads.done),
  };
}

/** An answer for this request alone. */
async function drawn(request: Request, env: SiteEnv, execution: ExecutionContext) {
  const marks = createMarks();
  const { response, timing } = await draw(request, marks, env, execution);
  if (timing !== "") response.headers.set("Server-Timing", timing);
  return outgoing(response, marks.nonce);
}

async function underMaintenance(request: Request, env: SiteEnv, execution: ExecutionContext) {
  const marks = createMarks();
  const response = await maintenanceAnswer(
    request,
    async (asked) => (await draw(asked, marks, env, execution)).response,
  );
  return outgoing(response, marks.nonce);
}

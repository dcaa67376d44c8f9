import { ADMIN_PATH } from "~/contract/admin";
import { normalizeHost } from "../config/hosts";
import { formatError } from "../runtime/log.server";
import { isPlatformId } from "~/contract/ids";
import type { Visit } from "../visit.server";
import { HEADERS } from "./response.server";

/** Request header that marks a request for the desk. The value is the API key. */
const DESK_HEADER = "Puerta-Desk";

/** Response header with the uuid of the client whose pages changed. */
const CHANGED_HEADER = "Puerta-Changed";

/**
 * Forwards requests for `DESK_HOST` and for the admin interface to the embedded platform. Replaces or removes
 * a desk header that the sender set. Returns undefined for other requests. Without an embedded platform, the
 * admin interface is a 404 even while the platform is down, because commands request it first.
 */
export async function forwardToEmbeddedPlatform(visit: Visit): Promise<Response | undefined> {
  const { request, env, settings, purges } = visit;
  const platform = settings.PLATFORM_URL === undefined ? env.PLATFORM : undefined;
  if (!platform && !request.url.includes(ADMIN_PATH)) return undefined;
  const { hostname, pathname } = new URL(request.url);
  const isAdmin = pathname.startsWith(`${ADMIN_PATH}/`);
  const isDesk = settings.DESK_HOST && normalizeHost(hostname) === settings.DESK_HOST;
  if (!isAdmin && !(platform && isDesk)) return undefined;
  const errorHeaders = { "Cache-Control": "no-store", ...HEADERS };
  if (!platform) return new Response("Not Found", { status: 404, headers: errorHeaders });
  try {
    const headers = new Headers(request.headers);
    headers.delete(DESK_HEADER);
    if (!isAdmin) headers.set(DESK_HEADER, settings.PLATFORM_API_KEY);
    const upstream = await platform.fetch(new Request(request, { headers, redirect: "manual" }));
    const changed = upstream.headers.get(CHANGED_HEADER);
    if (changed !== null && isPlatformId(changed)) await purges.purge(changed);
    const response = new Response(upstream.body, upstream);
    response.headers.delete(CHANGED_HEADER);
    for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
    return response;
  } catch (error) {
    console.error(`Error at the embedded platform: ${formatError(error)}`);
    return new Response("Internal Server Error", { status: 500, headers: errorHeaders });
  }
}

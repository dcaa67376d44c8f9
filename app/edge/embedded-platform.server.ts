import { ADMIN_PATH } from "../../contract/admin";
import { normalizeHost } from "../config/hosts";
import { formatError } from "../runtime/format-error.server";
import { isPlatformId } from "../../contract/ids";
import type { Visit } from "../visit.server";

/** Tells the platform that a request is the desk's, by the API key, which no client has. */
const DESK_HEADER = "Puerta-Desk";

/** Tells the site which client's pages were changed at the desk. */
const CHANGED_HEADER = "Puerta-Changed";

/**
 * Passes a request for `DESK_HOST`, or for the admin interface, unread to the embedded platform, and its
 * answer back. Undefined for any other request.
 *
 * The desk's header replaces one that a client may have sent. The site's own calls of the platform never
 * have it.
 */
export async function forwardToEmbeddedPlatform(visit: Visit): Promise<Response | undefined> {
  const { request, env, settings, purges } = visit;
  if (!env.PLATFORM || settings.PLATFORM_URL !== undefined) return undefined;
  const { hostname, pathname } = new URL(request.url);
  const isAdmin = pathname.startsWith(`${ADMIN_PATH}/`);
  if (!isAdmin && (!settings.DESK_HOST || normalizeHost(hostname) !== settings.DESK_HOST))
    return undefined;
  try {
    const headers = new Headers(request.headers);
    headers.delete(DESK_HEADER);
    if (!isAdmin) headers.set(DESK_HEADER, settings.PLATFORM_API_KEY);
    const answered = await env.PLATFORM.fetch(
      new Request(request, { headers, redirect: "manual" }),
    );
    const changed = answered.headers.get(CHANGED_HEADER);
    if (changed === null) return answered;
    if (isPlatformId(changed)) await purges.purge(changed);
    const response = new Response(answered.body, answered);
    response.headers.delete(CHANGED_HEADER);
    return response;
  } catch (error) {
    console.error(`Fault at the embedded platform: ${formatError(error)}`);
    const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
    return new Response("Internal Server Error", { status: 500, headers });
  }
}

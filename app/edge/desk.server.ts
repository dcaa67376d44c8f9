import { hostName } from "../config/hosts";
import { faultLine } from "../runtime/fault.server";
import { isPlatformId } from "../../contract/ids";
import type { Visit } from "../visit.server";

/** Tells the platform that a request is the desk's, by the API key, which no client has. */
const DESK_HEADER = "Puerta-Desk";

/** Tells the site which client's pages were changed at the desk. */
const CHANGED_HEADER = "Puerta-Changed";

/**
 * Passes a request for `DESK_HOST` unread to the embedded platform, and its answer back. Undefined for any
 * other host.
 *
 * The header that says so replaces one that a client may have sent. The site's own calls of the platform
 * never have it.
 */
export async function deskResponse(visit: Visit): Promise<Response | undefined> {
  const { request, env, settings, purges } = visit;
  if (!settings.DESK_HOST || !env.PLATFORM) return undefined;
  if (hostName(new URL(request.url).hostname) !== settings.DESK_HOST) return undefined;
  try {
    const headers = new Headers(request.headers);
    headers.set(DESK_HEADER, settings.PLATFORM_API_KEY);
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
    console.error(`Fault at the desk: ${faultLine(error)}`);
    const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
    return new Response("Internal Server Error", { status: 500, headers });
  }
}

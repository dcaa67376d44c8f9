import { ConfigurationError, readSettings, type RawEnv } from "../config/settings.server";
import { hostName } from "../config/hosts";
import { faultLine } from "../runtime/fault.server";
import { isPlatformId } from "../../contract/ids";

/** Says to the platform that a request is the desk's; it carries the API key, which no visitor has. */
const DESK_HEADER = "Puerta-Desk";

/** Says to the site whose pages are old by what was done at the desk. */
const CHANGED_HEADER = "Puerta-Changed";

/**
 * Hands a request for `DESK_HOST` unread to the embedded platform, and its answer back. Undefined for
 * any other host, and while the configuration is wrong.
 *
 * No page of a company and no call of ours is at that host. The header that says so is put on here, over
 * one that a visitor may have sent; what the site asks the platform for at other hosts are requests of
 * its own, which never have it.
 *
 * @param purge makes the pages of a client be drawn anew
 */
export async function deskAnswer(
  request: Request,
  env: RawEnv,
  purge: (clientUuid: string) => Promise<void>,
): Promise<Response | undefined> {
  const settings = settingsIn(env);
  if (!settings?.DESK_HOST || !env.PLATFORM) return undefined;
  if (hostName(new URL(request.url).hostname) !== settings.DESK_HOST) return undefined;
  try {
    const headers = new Headers(request.headers);
    headers.set(DESK_HEADER, settings.PLATFORM_API_KEY);
    const asked = new Request(request, { headers, redirect: "manual" });
    const answered = await env.PLATFORM.fetch(asked);
    const changed = answered.headers.get(CHANGED_HEADER);
    if (changed === null) return answered;
    if (isPlatformId(changed)) await purge(changed);
    const response = new Response(answered.body, answered);
    response.headers.delete(CHANGED_HEADER);
    return response;
  } catch (error) {
    console.error(`Fault at the desk: ${faultLine(error)}`);
    const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
    return new Response("Internal Server Error", { status: 500, headers });
  }
}

function settingsIn(env: RawEnv) {
  try {
    return readSettings(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined;
    throw error;
  }
}

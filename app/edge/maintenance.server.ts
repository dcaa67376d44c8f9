import { isForPeople, MAINTENANCE_PATH } from "../addresses";
import { visitorLanguage } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { RETRY_AFTER } from "./screens.server";

/**
 * The answer to every request while the site is under maintenance (`MAINTENANCE`), with status 503: the
 * maintenance screen in the visitor's language, or its text as JSON for a form that scripts send.
 *
 * @param draw draws the screen; it gets the request's query and headers, never its body
 */
export async function maintenanceAnswer(
  request: Request,
  draw: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { origin, search, pathname } = new URL(request.url);
  if (isForPeople(pathname)) {
    return draw(new Request(origin + MAINTENANCE_PATH + search, { headers: request.headers }));
  }
  const message = messagesFor(visitorLanguage(request))["screen.maintenance_text"];
  const headers = { "Retry-After": RETRY_AFTER };
  return Response.json({ outcome: "failed", message }, { status: 503, headers });
}

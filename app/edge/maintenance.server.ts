import { visitorLanguage } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { RETRY_AFTER } from "./screens.server";

/** Draws the maintenance screen; there is nothing at this address otherwise. */
export const MAINTENANCE_PATH = "/-/maintenance";

/**
 * The answer to everything while the site is under maintenance (`MAINTENANCE`): the screen that
 * says so, in the language of whoever asks, and the same words for a form that scripts send.
 *
 * @param draw draws a page of ours; it is given no more of the request than its headers
 */
export async function maintenanceAnswer(
  request: Request,
  draw: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { origin, search, pathname } = new URL(request.url);
  if (!pathname.startsWith("/-/")) {
    return draw(new Request(origin + MAINTENANCE_PATH + search, { headers: request.headers }));
  }
  const message = messagesFor(visitorLanguage(request))["screen.maintenance_text"];
  const headers = { "Retry-After": RETRY_AFTER };
  return Response.json({ outcome: "failed", message }, { status: 503, headers });
}

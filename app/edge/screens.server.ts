import { data } from "@remix-run/cloudflare";
import { visitorLanguage } from "../i18n/language";
import { keepLanguage } from "../i18n/links";
import { messagesFor } from "../i18n/messages";
import { PlatformError } from "../platform/errors";
import type { Screen, ScreenName } from "../ui/page/screen";

/** The `Retry-After` of a page that could not be loaded, in seconds. */
export const RETRY_AFTER = "60";

/**
 * Makes a `catch` handler: it throws the status and screen for a fault of the platform, and any other
 * error as it is. It is the one place that turns a fault into a screen (design, section 5).
 *
 * @param missing the screen for what is not there, or cannot be loaded
 */
export function failAs(missing: ScreenName, request: Request) {
  return (error: unknown): never => {
    if (!(error instanceof PlatformError)) throw error;
    const language = visitorLanguage(request);
    const t = messagesFor(language);
    const careerSite = careerSiteHref(request, error.clientUuid);
    const known = { language, ...(careerSite === undefined ? {} : { careerSite }) };
    const fail = (screen: Screen, status: number, headers: HeadersInit = {}): never => {
      throw data(screen, { status, headers });
    };
    const retry = { "Retry-After": RETRY_AFTER };
    switch (error.kind) {
      case "not-found":
        return fail({ name: missing, ...known }, 404);
      case "closed":
        return fail({ name: "position-closed", ...known }, 410);
      case "unavailable":
        return fail({ name: "maintenance", ...known }, 503, retry);
      case "timeout":
        console.error(error.message);
        return fail({ name: missing, ...known, message: t["screen.timeout"] }, 504, retry);
      case "unreachable":
      case "contract":
      case "refused":
        console.error(error.message);
        return fail({ name: missing, ...known, message: t["screen.unreachable"] }, 502, retry);
    }
  };
}

/**
 * The path of the company's career site, with the company's name as it is in the request's path.
 * Undefined where the company is not known, or this is its career site.
 */
function careerSiteHref(request: Request, clientUuid: string | undefined): string | undefined {
  const { pathname } = new URL(request.url);
  const company = /^\/([^/]+)\/[^/]+\/[^/]+/.exec(pathname)?.[1];
  if (clientUuid === undefined || company === undefined) return undefined;
  const careerSite = `/${company}/${clientUuid}`;
  return pathname === careerSite ? undefined : keepLanguage(request)(careerSite);
}

/** Throws the maintenance screen, with status 503. */
export function maintenance(request: Request): never {
  const screen: Screen = { name: "maintenance", language: visitorLanguage(request) };
  throw data(screen, { status: 503, headers: { "Retry-After": RETRY_AFTER } });
}

/** Throws the 404 page. */
export function notFound(request: Request): never {
  const screen: Screen = { name: "not-found", language: visitorLanguage(request) };
  throw data(screen, { status: 404 });
}

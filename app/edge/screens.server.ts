import { data } from "@remix-run/cloudflare";
import { careerSiteBeside } from "../addresses";
import { visitorLanguage } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import type { Links } from "../links.server";
import { PlatformError } from "../platform/errors";
import type { Screen, ScreenName } from "../ui/page/screen";
import { statusOfFailure } from "./platform-failure.server";

/** The `Retry-After` of a page that could not be loaded, in seconds. */
export const RETRY_AFTER = "60";

/**
 * Makes a handler of errors. For a `PlatformError` it throws the screen that tells the visitor of
 * it, with the status of `statusOfFailure` (design, section 5); other errors it throws as they are.
 *
 * @param missing the screen for when what was asked for is not found
 * @param known what more the screen shows, and what it shows instead
 */
export function failAs(
  missing: ScreenName,
  request: Request,
  links: Links,
  known: Partial<Screen> = {},
) {
  return (error: unknown): never => {
    if (!(error instanceof PlatformError)) throw error;
    const headers: HeadersInit = error.isGone ? {} : { "Retry-After": RETRY_AFTER };
    const screen = { ...screenOf(error, missing, request, links, known.language), ...known };
    throw data(screen, { status: statusOfFailure(error), headers });
  };
}

function screenOf(
  { kind, clientUuid }: PlatformError,
  missing: ScreenName,
  request: Request,
  links: Links,
  language = visitorLanguage(request),
) {
  const t = messagesFor(language);
  const careerSite = careerSiteHref(request, clientUuid, links);
  const screen = (name: ScreenName, message?: string): Screen => ({
    name,
    language,
    ...(careerSite !== undefined && { careerSite }),
    ...(message !== undefined && { message }),
  });
  switch (kind) {
    case "not-found":
      return screen(missing);
    case "closed":
      return screen("position-closed");
    case "unavailable":
      return screen("maintenance");
    case "too-often":
      return screen(missing, t["refusal.too_often"]);
    case "timeout":
      return screen(missing, t["screen.timeout"]);
    case "unreachable":
    case "contract":
      return screen(missing, t["screen.unreachable"]);
  }
}

/**
 * The path of the company's career site, with the company's name as it is in the request's path.
 * Undefined where the company is not known, or this is its career site.
 */
function careerSiteHref(
  request: Request,
  clientUuid: string | undefined,
  links: Links,
): string | undefined {
  if (clientUuid === undefined) return undefined;
  const { pathname } = new URL(request.url);
  const beside = careerSiteBeside(pathname, clientUuid);
  const careerSite = beside && links.isOwnHost ? "/" : beside;
  return careerSite && careerSite !== pathname ? links.along(careerSite) : undefined;
}

/** Throws the maintenance screen, with status 503. */
export function maintenance(request: Request): never {
  const screen: Screen = { name: "maintenance", language: visitorLanguage(request) };
  throw data(screen, { status: 503, headers: { "Retry-After": RETRY_AFTER } });
}

/** Throws the screen of a receipt that cannot be read now, with status 503. */
export function receiptUnreadable(request: Request): never {
  const screen: Screen = { name: "receipt-unreadable", language: visitorLanguage(request) };
  throw data(screen, { status: 503, headers: { "Retry-After": RETRY_AFTER } });
}

/** Throws the 404 page. */
export function notFound(request: Request): never {
  const screen: Screen = { name: "not-found", language: visitorLanguage(request) };
  throw data(screen, { status: 404 });
}

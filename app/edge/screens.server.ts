import { data, type AppLoadContext } from "@remix-run/cloudflare";
import { careerSitePathBeside, parseCompanyPage } from "../addresses";
import { isSameCompany } from "../config/hosts";
import { companyLanguage, partLanguage, browserLanguage, type Language } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { createShell, type Links } from "../links.server";
import type { Client } from "../platform/client.server";
import { PlatformError } from "../platform/errors";
import type { Screen, ScreenName } from "../ui/page/screen";
import { RETRY_AFTER, failureStatus } from "./platform-failure.server";

/** Everything a screen is rendered from, except the error. */
export type ScreenContext = Pick<AppLoadContext, "loads" | "links">;

type ExtendScreen = (
  error: PlatformError,
  company: Client | undefined,
  language: Language,
) => Promise<Partial<Screen>>;

/**
 * Makes a handler of errors. For a `PlatformError` it throws the screen that says so, with the status of
 * `statusOfFailure` (design, section 5), in the look of the company where that is known; other errors it
 * throws as they are.
 *
 * @param missing the screen for when what was asked for is not found
 * @param more what else the screen shows, and what it shows instead
 */
export const throwAsScreen =
  (missing: ScreenName, request: Request, context: ScreenContext, more?: ExtendScreen) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof PlatformError)) throw error;
    const { clientUuid, isGone } = error;
    const company = await context.loads.company(
      clientUuid ?? (isGone ? undefined : getCareerSiteUuid(request)),
    );
    const screen = createScreen(error, missing, request, context.links, company);
    const shown = { ...screen, ...(await more?.(error, company, screen.language)) };
    const headers: HeadersInit = isGone ? {} : { "Retry-After": RETRY_AFTER };
    throw data(shown, { status: failureStatus(error), headers });
  };

/** The company whose career site, or a page of it, was asked for: its uuid. */
function getCareerSiteUuid({ url }: Request): string | undefined {
  const page = parseCompanyPage(new URL(url).pathname);
  return page?.kind === "position" ? undefined : page?.id;
}

/** Whether a company's career site itself was asked for. */
function isCareerSite({ uuid }: Client, { url }: Request): boolean {
  const page = parseCompanyPage(new URL(url).pathname);
  return page?.kind === "career-site" && !page.isPrivacy && isSameCompany(page.id, uuid);
}

/** A screen of a company whose page could not be shown. */
function createCompanyScreen(
  name: ScreenName,
  request: Request,
  links: Links,
  company?: Client,
): Screen {
  if (!company) return { name, language: browserLanguage(request) };
  const language = companyLanguage(request, company.languageDefault);
  const shell = createShell(company, language, links);
  return {
    name,
    language,
    partLanguage: partLanguage(company.languageDefault, language),
    favicon: company.favicon,
    ...(!isCareerSite(company, request) && { careerSite: shell.href }),
    company: shell,
  };
}

function createScreen(
  { kind, clientUuid }: PlatformError,
  missing: ScreenName,
  request: Request,
  links: Links,
  company: Client | undefined,
): Screen {
  const screen = createCompanyScreen(missing, request, links, company);
  const careerSite = screen.careerSite ?? careerSiteHref(request, clientUuid, links);
  const t = messagesFor(screen.language);
  const shown = { ...screen, ...(careerSite !== undefined && { careerSite }) };
  switch (kind) {
    case "not-found":
      return shown;
    case "closed":
      return { ...shown, name: "position-closed" };
    case "unavailable":
      return { ...shown, name: "maintenance" };
    case "too-often":
      return { ...shown, message: t["refusal.too_often"] };
    case "timeout":
      return { ...shown, message: t["screen.timeout"] };
    case "unreachable":
    case "contract":
      return { ...shown, message: t["screen.unreachable"] };
  }
}

/**
 * The path of a company's career site that could not be read, with the company's name as it is in the
 * request's path. Undefined where the company is not known, or this is its career site.
 */
function careerSiteHref(
  request: Request,
  clientUuid: string | undefined,
  links: Links,
): string | undefined {
  if (clientUuid === undefined) return undefined;
  const beside = careerSitePathBeside(new URL(request.url).pathname, clientUuid);
  return beside && links.keepParameters(links.isOwnHost ? "/" : beside);
}

/** Throws the maintenance screen, with status 503. */
export function throwMaintenance(request: Request): never {
  const screen: Screen = { name: "maintenance", language: browserLanguage(request) };
  throw data(screen, { status: 503, headers: { "Retry-After": RETRY_AFTER } });
}

/** Throws the screen of a receipt that cannot be read now, with status 503. */
export async function throwReceiptUnreadable(
  request: Request,
  { loads, links }: ScreenContext,
): Promise<never> {
  const screen = createCompanyScreen("receipt-unreadable", request, links, await loads.company());
  throw data(screen, { status: 503, headers: { "Retry-After": RETRY_AFTER } });
}

/** Throws the 404 page. */
export function throwNotFound(request: Request): never {
  const screen: Screen = { name: "not-found", language: browserLanguage(request) };
  throw data(screen, { status: 404 });
}

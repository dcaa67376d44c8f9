import { data, type AppLoadContext } from "@remix-run/cloudflare";
import { deriveCareerSitePath, parseCompanyPage } from "../addresses";
import { isSameId } from "~/contract/ids";
import { companyLanguage, partLanguage, browserLanguage, type Language } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { createShell, type Links } from "../links.server";
import type { Client } from "../platform/client.server";
import { PlatformError } from "../platform/errors";
import type { Screen, ScreenName } from "../ui/page/screen";
import { RETRY_AFTER, failureStatus } from "./platform-failure.server";

export type ScreenContext = Pick<AppLoadContext, "loads" | "links">;

type ExtendScreen = (
  error: PlatformError,
  company: Client | undefined,
  language: Language,
) => Promise<Partial<Screen>>;

/**
 * Creates an error handler. It throws a `PlatformError` as a screen, with the status of `failureStatus` and the
 * design of the company, if known. It rethrows other errors.
 *
 * @param missing the screen for a 404
 * @param more returns additional or changed fields of the screen
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

/** Returns the company's uuid from a path of its career site, or undefined for other paths. */
function getCareerSiteUuid({ url }: Request): string | undefined {
  const page = parseCompanyPage(new URL(url).pathname);
  return page?.kind === "position" ? undefined : page?.id;
}

/** Whether the request is for a company's career site, not its privacy policy. */
function isCareerSite({ uuid }: Client, { url }: Request): boolean {
  const page = parseCompanyPage(new URL(url).pathname);
  return page?.kind === "career-site" && !page.isPrivacy && isSameId(page.id, uuid);
}

function createCompanyScreen(
  name: ScreenName,
  request: Request,
  links: Links,
  company?: Client,
): Screen {
  if (!company) return { name, language: browserLanguage(request, links.languages) };
  const language = companyLanguage(request, company, links.languages);
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
    case "gone":
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
 * Builds the path of a company's career site without reading the company. Takes the company's code from the
 * requested path. Returns undefined if the company is unknown or the path has fewer than three segments.
 */
function careerSiteHref(
  request: Request,
  clientUuid: string | undefined,
  links: Links,
): string | undefined {
  if (clientUuid === undefined) return undefined;
  const path = deriveCareerSitePath(new URL(request.url).pathname, clientUuid);
  return path && links.keepParameters(links.isOwnHost ? "/" : path);
}

export function throwMaintenance(request: Request, { links }: ScreenContext): never {
  const language = browserLanguage(request, links.languages);
  const screen: Screen = { name: "maintenance", language };
  throw data(screen, { status: 503, headers: { "Retry-After": RETRY_AFTER } });
}

export async function throwReceiptUnreadable(
  request: Request,
  { loads, links }: ScreenContext,
): Promise<never> {
  const screen = createCompanyScreen("receipt-unreadable", request, links, await loads.company());
  throw data(screen, { status: 503, headers: { "Retry-After": RETRY_AFTER } });
}

export function throwNotFound(request: Request, { links }: ScreenContext): never {
  const language = browserLanguage(request, links.languages);
  const screen: Screen = { name: "not-found", language };
  throw data(screen, { status: 404 });
}

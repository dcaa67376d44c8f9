import { careerSitePath, policyPath } from "./addresses";
import { companyOfHost, siteOrigin, siteCareerPath, type HostSettings } from "./config/hosts";
import { keepLanguage, offeredLanguages, type Language } from "./i18n/language";
import type { Client } from "./platform/client.server";
import { parseSource, sourceQuery, withSource, type Source } from "./source";
import { escapeCss } from "./ui/company/company-html.server";
import type { Publishing } from "./ui/page/publishing";

/** What the links on a page need to know of the request that asked for it. */
export interface Links {
  /**
   * Adds to an address of ours what goes along from page to page: the language that was asked for, and
   * where the candidate came from. Other addresses are left alone.
   */
  keepParameters: (href: string) => string;
  /** Whether the host is one company's own. */
  isOwnHost: boolean;
  /** The path of a company's career site: `/` on its own host. */
  careerSitePath: (clientCode: string, clientUuid: string) => string;
  /** The origin that a company's addresses name wherever they are read. */
  siteOrigin: (clientUuid: string) => string;
  /** Where the candidate came from: for forms. */
  source: Source;
}

/** The links of the page that a URL asks for. */
export function createLinks(url: string, settings: HostSettings): Links {
  const source = parseSource(url);
  const withLanguage = keepLanguage({ url });
  const isOwnHost = companyOfHost(settings, url) !== undefined;
  return {
    keepParameters: (href) =>
      /^\/(?!\/)/.test(href) ? withSource(withLanguage(href), sourceQuery(source)) : href,
    isOwnHost,
    // On its own host there is no other company's.
    careerSitePath: (code, uuid) => (isOwnHost ? "/" : careerSitePath(code, uuid)),
    siteOrigin: (uuid) => siteOrigin(settings, uuid, new URL(url).origin),
    source,
  };
}

/** How the pages that a URL asks for are published. */
export const createPublishing = (
  url: string,
  settings: HostSettings & { IMAGE_RESIZING: "on" | "off" },
): Publishing => ({
  resizesImages: settings.IMAGE_RESIZING === "on",
  originOf: (uuid) => siteOrigin(settings, uuid, new URL(url).origin),
  careerSiteAt: (uuid, path) => siteCareerPath(settings, uuid, path),
});

/** A company as the header and the footer of its pages show it. */
export function createShell(company: Client, language: Language, links: Links) {
  const path = links.careerSitePath(company.code, company.uuid);
  return {
    name: company.name || company.code,
    logo: company.logo,
    css: escapeCss(company.css),
    href: links.keepParameters(path),
    privacyHref: links.keepParameters(policyPath(path)),
    languages: offeredLanguages(company, language),
    source: sourceQuery(links.source),
  };
}

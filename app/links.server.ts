import { careerSitePath, getPreviewToken, policyPath, previewParameter } from "./addresses";
import { findCompanyOfHost, siteOrigin, siteCareerPath, type HostSettings } from "./config/hosts";
import { keepLanguage, offeredLanguages, type Language, type Languages } from "./i18n/language";
import type { Client } from "./platform/client.server";
import { parseSource, sourceQuery, withSource, type Source } from "./candidate-source";
import { escapeCss } from "./ui/company/company-html.server";
import type { SiteLinks } from "./ui/page/publishing";

export interface Links {
  /** Adds the requested language, the source and a preview's token to a local path. Leaves other URLs unchanged. */
  keepParameters: (href: string) => string;
  /** Whether the requested host belongs to one company. */
  isOwnHost: boolean;
  /** The path of a company's career site: `/` on its own host. */
  careerSitePath: (clientCode: string, clientUuid: string) => string;
  siteOrigin: (clientUuid: string) => string;
  source: Source;
  languages: Languages;
}

export function createLinks(url: string, settings: HostSettings & { LANGUAGES: Languages }): Links {
  const source = parseSource(url);
  const withLanguage = keepLanguage({ url }, settings.LANGUAGES);
  const token = getPreviewToken(url);
  const withToken = (href: string) =>
    token === undefined ? href : withSource(href, previewParameter(token));
  const isOwnHost = findCompanyOfHost(settings, url) !== undefined;
  return {
    keepParameters: (href) =>
      /^\/(?!\/)/.test(href)
        ? withToken(withSource(withLanguage(href), sourceQuery(source)))
        : href,
    isOwnHost,
    careerSitePath: (code, uuid) => (isOwnHost ? "/" : careerSitePath(code, uuid)),
    siteOrigin: (uuid) => siteOrigin(settings, uuid, new URL(url).origin),
    source,
    languages: settings.LANGUAGES,
  };
}

export const createPublishing = (
  url: string,
  settings: HostSettings & { IMAGE_RESIZING: "on" | "off" },
): SiteLinks => ({
  resizesImages: settings.IMAGE_RESIZING === "on",
  getOrigin: (uuid) => siteOrigin(settings, uuid, new URL(url).origin),
  getCareerSitePath: (uuid, path) => siteCareerPath(settings, uuid, path),
});

/** Creates the company data for the header and footer of a page. */
export function createShell(company: Client, language: Language, links: Links) {
  const path = links.careerSitePath(company.code, company.uuid);
  return {
    name: company.name || company.code,
    logo: company.logo,
    css: escapeCss(company.css),
    href: links.keepParameters(path),
    privacyHref: links.keepParameters(policyPath(path)),
    languages: offeredLanguages(company, language, links.languages),
    source: sourceQuery(links.source),
    texts: company.texts,
  };
}

import { policyPath, positionPath } from "../addresses";
import { companyLanguage, offeredLanguages, partLanguage } from "../i18n/language";
import type { Links } from "../links.server";
import type { PositionPage } from "../platform/types";
import { sourceQuery } from "../candidate-source";
import { factRows } from "./fact-rows.server";
import { escapeCss, renderSections, sanitizeHtml } from "../ui/company/company-html.server";

/** How long a position is shown as new, in ms. */
const NEW_FOR_MS = 14 * 24 * 60 * 60 * 1000;

/** Creates the data of the position's page: sanitized texts, formatted dates, and links. */
export function positionView(
  page: PositionPage,
  request: Request,
  mayRunScript: (clientUuid: string) => boolean,
  links: Links,
) {
  const language = companyLanguage(
    request,
    { ...page, code: page.clientCode, uuid: page.clientUuid },
    links.languages,
  );
  const now = Date.now();
  // Use the position's actual names instead of those in the URL, because the cached page is shared.
  const path = positionPath(page.clientCode, page.title, page.positionUuid);
  return {
    page,
    language,
    /** BCP 47 tag of the position's texts, if their language is not the page's. */
    partLanguage: partLanguage(page.language ?? page.languageDefault, language),
    href: links.keepParameters(path),
    /** The page's absolute URL. */
    address: new URL(path, links.siteOrigin(page.clientUuid)).href,
    title: page.title,
    isNew: page.publishedAt === undefined || now - Date.parse(page.publishedAt) < NEW_FOR_MS,
    facts: factRows(page, language, now),
    notices: page.notices ?? [],
    descriptionHtml: sanitizeHtml(page.description),
    sections: renderSections(page.sections),
    image: page.companyImage,
    customJs: mayRunScript(page.clientUuid) ? page.customJs : "",
    company: {
      name: page.companyName || page.clientCode,
      description: page.companyDescription,
      /** BCP 47 tag of the company's texts, if their language is not the page's. */
      partLanguage: partLanguage(page.languageDefault, language),
      logo: page.clientLogo,
      css: escapeCss(page.customCss),
      href: links.keepParameters(links.careerSitePath(page.clientCode, page.clientUuid)),
      privacyHref: links.keepParameters(policyPath(path)),
      languages: offeredLanguages(page, language, links.languages),
      source: sourceQuery(links.source),
      texts: page.texts,
    },
    /** The candidate's source, if the platform accepts it. */
    source: page.takes?.includes("source") ? links.source : [],
  };
}

export type PositionView = ReturnType<typeof positionView>;

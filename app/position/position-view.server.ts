import { careerSitePath, policyPath, positionPath } from "../addresses";
import { companyLanguage, keepLanguage, partLanguage } from "../i18n/language";
import { joinDateText } from "../i18n/dates";
import type { PositionPage } from "../platform/types";
import { containedCss, sanitizedHtml } from "../ui/company/company-html.server";

/** What the position's page draws: the platform's texts made safe, dates written out, links made. */
export function positionView(
  page: PositionPage,
  request: Request,
  runsScriptOf: (clientUuid: string) => boolean,
) {
  const language = companyLanguage(request, page.languageDefault);
  const withLanguage = keepLanguage(request);
  // By its own names, whatever stood in the address: a page is the same for all that ask for it.
  const path = positionPath(page.clientCode, page.title, page.positionUuid);
  return {
    language,
    /** Of the company's own texts, where it is another. */
    partLanguage: partLanguage(page.languageDefault, language),
    href: withLanguage(path),
    /** What paper says of where to find it. */
    address: new URL(path, request.url).href,
    title: page.title,
    location: page.location,
    contractType: page.contractType,
    joinDate: page.joinDate && joinDateText(page.joinDate, language),
    descriptionHtml: sanitizedHtml(page.description),
    essentialRequirements: page.essentialRequirements,
    niceToHaveRequirements: page.niceToHaveRequirements,
    image: page.companyImage,
    favicon: page.favicon,
    customJs: runsScriptOf(page.clientUuid) ? page.customJs : "",
    company: {
      name: page.companyName || page.clientCode,
      description: page.companyDescription,
      logo: page.clientLogo,
      css: containedCss(page.customCss),
      href: withLanguage(careerSitePath(page.clientCode, page.clientUuid)),
      privacyHref: withLanguage(policyPath(path)),
    },
    form: {
      uuid: page.positionUuid,
      isCvRequired: page.isCvRequired,
      killerQuestions: page.killerQuestions,
      openQuestions: page.openQuestions,
      ...(page.csrfToken === undefined ? {} : { csrfToken: page.csrfToken }),
    },
  };
}

export type PositionView = ReturnType<typeof positionView>;

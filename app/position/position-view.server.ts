import { companyLanguage } from "../i18n/language";
import { joinDateText } from "../i18n/dates";
import { keepLanguage } from "../i18n/links";
import type { PositionPage } from "../platform/types";
import { containedCss, sanitizedHtml } from "../ui/company-html.server";

/** What the position's page draws: the platform's texts made safe, dates written out, links made. */
export function positionView(page: PositionPage, request: Request) {
  const language = companyLanguage(request, page.languageDefault);
  const withLanguage = keepLanguage(request);
  const { pathname } = new URL(request.url);
  return {
    language,
    href: withLanguage(pathname),
    title: page.title,
    location: page.location,
    contractType: page.contractType,
    joinDate: page.joinDate && joinDateText(page.joinDate, language),
    descriptionHtml: sanitizedHtml(page.description),
    essentialRequirements: page.essentialRequirements,
    niceToHaveRequirements: page.niceToHaveRequirements,
    image: page.companyImage,
    favicon: page.favicon,
    customJs: page.customJs,
    company: {
      name: page.companyName,
      description: page.companyDescription,
      logo: page.clientLogo,
      css: containedCss(page.customCss),
      href: withLanguage(`/${encodeURIComponent(page.clientCode)}/${page.clientUuid}`),
      privacyHref: withLanguage(`${pathname}/privacy`),
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

import { policyPath, receiptParameter } from "~/app/addresses";
import { companyLanguage, offeredLanguages } from "~/app/i18n/language";
import type { Links } from "~/app/links.server";
import { sourceQuery } from "~/app/candidate-source";
import type { Receipt } from "../model/receipt";
import { receiptView } from "./receipt-view.server";

/** Returns the data of a receipt's page. Does not call the platform. */
export function receiptPage(
  receipt: Receipt,
  positionUuid: string,
  request: Request,
  timeZone: string | undefined,
  links: Links,
) {
  const { company } = receipt;
  const language = companyLanguage(
    request,
    { ...company, languageDefault: company.language },
    links.languages,
  );
  const { pathname } = new URL(request.url);
  const action = links.keepParameters(pathname);
  const careerSiteHref = links.keepParameters(links.careerSitePath(company.code, company.uuid));
  return {
    language,
    /** The query parameter that names the receipt, as in `receipt=…`. */
    parameter: receiptParameter(receipt.id),
    positionTitle: receipt.positionTitle,
    company: {
      name: company.name,
      css: "",
      href: careerSiteHref,
      privacyHref: links.keepParameters(policyPath(pathname)),
      languages: offeredLanguages({ languageDefault: company.language }, language, links.languages),
      source: sourceQuery(links.source),
    },
    notice: {
      receipt: receiptView(receipt, language, timeZone, links.siteOrigin(company.uuid)),
      action,
      careerSiteHref,
      positionUuid,
    },
  };
}

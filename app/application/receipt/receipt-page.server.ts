import { careerSitePath, policyPath, receiptParameter } from "../../addresses";
import { companyLanguage, keepLanguage, offeredLanguages } from "../../i18n/language";
import type { Receipt } from "../model/receipt";
import { receiptView } from "./receipt-view.server";

/** What the page of a receipt shows. It needs nothing of the platform. */
export function receiptPage(
  receipt: Receipt,
  positionUuid: string,
  request: Request,
  timeZone: string | undefined,
) {
  const { company } = receipt;
  const language = companyLanguage(request, company.language);
  const withLanguage = keepLanguage(request);
  const { pathname } = new URL(request.url);
  const action = withLanguage(pathname);
  const careerSiteHref = withLanguage(careerSitePath(company.code, company.uuid));
  return {
    language,
    /** The query parameter that names the receipt, as in `receipt=…`. */
    parameter: receiptParameter(receipt.id),
    company: {
      name: company.name,
      css: "",
      href: careerSiteHref,
      privacyHref: withLanguage(policyPath(pathname)),
      languages: offeredLanguages({ languageDefault: company.language }, language),
    },
    notice: {
      receipt: receiptView(receipt, language, timeZone),
      action,
      careerSiteHref,
      positionUuid,
    },
  };
}

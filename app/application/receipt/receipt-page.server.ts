import { companyLanguage } from "../../i18n/language";
import { keepLanguage } from "../../i18n/links";
import type { Receipt } from "../model/receipt";
import { receiptView } from "./receipt-view.server";

/** What the page of a receipt shows: all of it is known without the platform. */
export function receiptPage(receipt: Receipt, positionUuid: string, request: Request) {
  const { company } = receipt;
  const language = companyLanguage(request, company.language);
  const withLanguage = keepLanguage(request);
  const { pathname } = new URL(request.url);
  const action = withLanguage(pathname);
  const careerSiteHref = withLanguage(`/${encodeURIComponent(company.code)}/${company.uuid}`);
  return {
    language,
    /** Names the receipt in its page's address. */
    parameter: `receipt=${receipt.id}`,
    company: {
      name: company.name,
      css: "",
      href: careerSiteHref,
      privacyHref: withLanguage(`${pathname}/privacy`),
    },
    notice: { receipt: receiptView(receipt, language), action, careerSiteHref, positionUuid },
  };
}

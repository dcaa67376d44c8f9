import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Receipt } from "../application/model/receipt";
import { nameCountry, phoneCountry } from "../application/phone/country";
import { receiptPage } from "../application/receipt/receipt-page.server";
import { languageTag } from "../i18n/language";
import { memoize } from "../i18n/memoize";
import type { PositionPage } from "../platform/types";
import { htmlForExport } from "../ui/company/company-html.server";
import { jobPostingJson } from "./job-posting.server";
import { positionHead } from "./position-head.server";
import { positionView, type PositionView } from "./position-view.server";

/** The properties of Remix's context that a position's page needs. */
type PageContext = Pick<
  AppLoadContext,
  "settings" | "links" | "applicationId" | "publishing" | "timeZone"
>;

export function formContent(page: PositionPage, request: Request, context: PageContext) {
  const position = createView(page, request, context);
  const { publishing } = context;
  const { language } = position;
  const description = htmlForExport(position.descriptionHtml);
  return {
    shows: "form" as const,
    language,
    head: positionHead(page, position, publishing),
    position,
    form: formSettings(page, position, context),
    posting: jobPostingJson(page, { description, publishing, now: Date.now() }),
  };
}

/**
 * Creates the content of a receipt's page.
 *
 * @param page undefined if the position cannot be loaded; only the receipt is then shown
 */
export function receiptContent(
  receipt: Receipt,
  page: PositionPage | undefined,
  positionUuid: string,
  request: Request,
  context: PageContext,
) {
  const current = page ? currentReceipt(receipt, page) : receipt;
  const shown = receiptPage(current, positionUuid, request, context.timeZone(), context.links);
  const common = { language: shown.language, receipt: shown };
  if (!page) return { shows: "receipt-alone" as const, ...common };
  const position = withoutSections(createView(page, request, context));
  return { shows: "receipt" as const, ...common, position };
}

export function goneReceiptContent(
  receiptId: string,
  page: PositionPage,
  request: Request,
  context: PageContext,
) {
  const position = createView(page, request, context);
  return {
    shows: "receipt-gone" as const,
    language: position.language,
    receiptId,
    keptMs: context.settings.RECEIPT_MS,
    // For a form posted to this URL and shown again.
    form: formSettings(page, position, context),
    position: withoutSections(position),
  };
}

/** Creates the content of a preview, which has no form. */
export function previewContent(
  page: PositionPage,
  token: string,
  request: Request,
  context: PageContext,
) {
  const position = createView(page, request, context);
  return { shows: "preview" as const, language: position.language, token, position };
}

export type FormSettings = ReturnType<typeof formSettings>;
export type PageContent =
  | ReturnType<typeof formContent>
  | ReturnType<typeof receiptContent>
  | ReturnType<typeof goneReceiptContent>
  | ReturnType<typeof previewContent>;

const createView = (page: PositionPage, request: Request, { settings, links }: PageContext) =>
  positionView(page, request, settings.COMPANY_SCRIPTS, links);

/** Removes the sections about the company, which receipts do not show. */
const withoutSections = (position: PositionView): PositionView => ({ ...position, sections: [] });

/** Updates a receipt with its position's current facts. */
export const currentReceipt = (
  receipt: Receipt,
  { nextSteps, country, platformEmailsCandidate, language }: PositionPage,
): Receipt => ({
  ...receipt,
  nextSteps,
  country,
  platformEmailsCandidate,
  language,
});

const phoneCountryFor = memoize(1000, (code: string | undefined, language: string) =>
  nameCountry(phoneCountry(code), language),
);

const formSettings = (
  { country }: PositionPage,
  { language }: PositionView,
  { settings, applicationId }: PageContext,
) => ({
  country,
  phone: phoneCountryFor(country, languageTag(language)),
  maxCvBytes: settings.MAX_CV_BYTES,
  holdMs: settings.HOLD_MS,
  botCheck: settings.botCheck,
  applicationId,
});

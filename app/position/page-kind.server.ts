import { hasForm } from "../application/form/fields/no-form";
import { isLongForm } from "../application/form/layout";
import { isRefused } from "../application/intake/outcome";
import { messagesFor } from "../i18n/messages";
import type { PageKind } from "../ui/page/page-kind";
import type { PageContent } from "./page-content.server";

/** Selects the style sheets, title and head of a position's page. */
export const pageKind: PageKind<PageContent> = {
  sheets: (content, posted) => selectSheets(content, posted !== undefined),
  title: (content, posted) => ({
    fixed: "Job application",
    names: getPageNames(content),
    isRefused: isRefused(posted),
  }),
  head: (content) => {
    if (content.shows === "receipt-alone") return {};
    const { favicon } = content.position.page;
    // Search engines must not find receipts.
    return content.shows === "form" ? { favicon, page: content.head } : { favicon };
  },
};

function selectSheets(content: PageContent, isPosted: boolean): ReturnType<PageKind["sheets"]> {
  const showsForm = content.shows === "form" || (content.shows === "receipt-gone" && isPosted);
  if (content.shows === "preview") return ["position", "form", "preview", "sections"];
  if (!showsForm) return ["position", "applied", "receipt"];
  const { page, sections } = content.position;
  const sheets: ReturnType<PageKind["sheets"]> = ["position", "form"];
  if (isLongForm(page)) sheets.push("longPosition");
  if (sections.length > 0) sheets.push("sections");
  if (isPosted) sheets.push("formStates");
  // If the position no longer has a form, the page lists the candidate's input, in the style of a screen.
  if (isPosted && !hasForm(page)) sheets.push("screen");
  return sheets;
}

/** Returns the title's parts: the position's name, preceded by a receipt's title. */
function getPageNames(content: PageContent): string[] {
  if (content.shows === "receipt-alone") {
    const { notice, positionTitle, company } = content.receipt;
    return [notice.receipt.title, positionTitle, company.name];
  }
  const names = [content.position.title, content.position.company.name];
  if (content.shows === "receipt") return [content.receipt.notice.receipt.title, ...names];
  if (content.shows === "form" || content.shows === "preview") return names;
  return [messagesFor(content.language)["receipt.gone_title"], ...names];
}

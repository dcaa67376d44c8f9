import { hasForm } from "../application/form/fields/no-form";
import { isLongForm } from "../application/form/layout";
import { isRefused } from "../application/intake/outcome";
import type { PageKind } from "../ui/page/page-kind";
import type { PageContent } from "./page-content.server";

/** Selects the style sheets and title of a position's page from its loader's and action's data. */
export const pageKind: PageKind = {
  sheets: (content, posted) => selectSheets(content as PageContent, posted !== undefined), // the loader's data
  title: (content, posted) => ({
    fixed: "Job application",
    names: getPageNames(content as PageContent), // the loader's data
    isRefused: isRefused(posted),
  }),
};

function selectSheets(content: PageContent, isPosted: boolean): ReturnType<PageKind["sheets"]> {
  const showsForm = content.shows === "form" || (content.shows === "receipt-gone" && isPosted);
  if (!showsForm) return ["position", "applied", "receipt"];
  const { formSpec, sections } = content.position;
  const sheets: ReturnType<PageKind["sheets"]> = ["position", "form"];
  if (isLongForm(formSpec)) sheets.push("longPosition");
  if (sections.length > 0) sheets.push("sections");
  if (isPosted) sheets.push("formStates");
  // If the position no longer has a form, the page lists what the candidate entered, in the style of a screen.
  if (isPosted && !hasForm(formSpec)) sheets.push("screen");
  return sheets;
}

const getPageNames = (content: PageContent): string[] =>
  content.shows === "receipt-alone"
    ? [content.receipt.positionTitle, content.receipt.company.name]
    : [content.position.title, content.position.company.name];

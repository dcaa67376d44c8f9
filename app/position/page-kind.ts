import { hasForm } from "../application/form/fields/no-form";
import { isLongForm } from "../application/form/layout";
import { isRefused } from "../application/intake/outcome";
import type { PageKind } from "../ui/page/page-kind";
import type { PageContent } from "./page-content.server";

/** The style sheets and the title of a position's page, from the data of its loader and its action. */
export const pageKind: PageKind = {
  sheets: (content, posted) => selectSheets(content as PageContent, posted !== undefined), // its loader's
  title: (content, posted) => ({
    fixed: "Job application",
    names: getPageNames(content as PageContent), // its loader's
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
  // Shows what was entered into a form that has closed since.
  if (isPosted && !hasForm(formSpec)) sheets.push("screen");
  return sheets;
}

/** The position's name and its company's. */
const getPageNames = (content: PageContent): string[] =>
  content.shows === "receipt-alone"
    ? [content.receipt.positionTitle, content.receipt.company.name]
    : [content.position.title, content.position.company.name];

import { positionPath } from "../addresses";
import type { PositionPage } from "../platform/types";
import { htmlForExport } from "../ui/company/company-html.server";
import { summarizeHtml } from "../ui/company/summary.server";
import type { PageHead } from "../ui/page/page-head";
import { choosePreview } from "../ui/page/preview";
import type { SiteLinks } from "../ui/page/publishing";
import type { PositionView } from "./position-view.server";

/** A position's metadata for search engines and link previews. */
export function positionHead(
  page: PositionPage,
  { title, company, descriptionHtml }: PositionView,
  { getOrigin, resizesImages }: SiteLinks,
): PageHead {
  const origin = getOrigin(page.clientUuid);
  const pictures = { mainImage: page.companyImage, logo: page.clientLogo };
  return {
    canonical: new URL(positionPath(page.clientCode, title, page.positionUuid), origin).href,
    title: `${title} · ${company.name}`,
    description: summarizeHtml(htmlForExport(descriptionHtml)),
    siteName: company.name,
    preview: choosePreview(pictures, origin, resizesImages),
  };
}

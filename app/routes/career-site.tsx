import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { CareerSitePage } from "../career-site/career-site-page";
import { careerSiteHead } from "../career-site/career-site-head.server";
import { renderJobRows } from "../career-site/job-rows.server";
import { careerSiteView } from "../career-site/career-site-view.server";
import { loadCareerSite } from "../career-site/load-career-site.server";
import { throwAsScreen } from "../edge/screens.server";
import type { CareerSite } from "../platform/types";
import { useContent } from "../ui/page/document";
import type { PageKind } from "../ui/page/page-kind";
import { PageShell } from "../ui/page/page-shell";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const read = await loadCareerSite(args).catch(
    throwAsScreen("career-not-found", request, context),
  );
  const content = createContent(read.value, request, context);
  return context.show(content, { client: read.value.company.uuid, read });
}

function createContent(site: CareerSite, request: Request, context: AppLoadContext) {
  const view = careerSiteView(site, request, context.settings.COMPANY_SCRIPTS, context.links);
  const head = careerSiteHead(site.company, view, new URL(request.url), context.publishing);
  return { ...view, rows: renderJobRows(view), head };
}

type Content = ReturnType<typeof createContent>;

export const handle: PageKind<Content> = {
  sheets: ({ sections }) => ["careerSite", ...(sections.length > 0 ? (["sections"] as const) : [])],
  title: ({ company }) => ({ fixed: "Job offers", names: [company.name], isRefused: false }),
  head: ({ favicon, head }) => ({ favicon, page: head }),
};

export default function CareerSiteRoute() {
  const site = useContent(handle);
  return (
    <PageShell company={site.company} language={site.language} js={site.customJs}>
      <CareerSitePage site={site} rows={site.rows} />
    </PageShell>
  );
}

import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CareerSitePage } from "../career-site/career-site-page";
import { careerSiteHead } from "../career-site/career-site-head.server";
import { renderJobRows } from "../career-site/job-rows.server";
import { careerSiteView } from "../career-site/career-site-view.server";
import { pageInfoHeaders } from "../page-cache/page-info";
import { loadCareerSite } from "../career-site/load-career-site.server";
import { throwAsScreen } from "../edge/screens.server";
import type { PageKind } from "../ui/page/page-kind";
import { faviconLink } from "../ui/page/favicon";
import { headElements } from "../ui/page/page-head";
import { PageShell } from "../ui/page/page-shell";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const read = await loadCareerSite(args).catch(
    throwAsScreen("career-not-found", request, context),
  );
  const site = read.value;
  const view = careerSiteView(site, request, context.settings.COMPANY_SCRIPTS, context.links);
  const head = careerSiteHead(site.company, view, new URL(request.url), context.publishing);
  return data(
    { ...view, rows: renderJobRows(view), head },
    { headers: pageInfoHeaders(site.company.uuid, read) },
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...(data?.head ? headElements(data.head, data.language) : []),
  faviconLink(data?.favicon),
];

export const handle: PageKind = {
  sheets: (shown) => [
    "careerSite",
    ...((shown as Shown).sections.length > 0 ? (["sections"] as const) : []),
  ],
  title: (shown) => ({
    fixed: "Job offers",
    names: [(shown as Shown).company.name],
    isRefused: false,
  }),
};

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

export default function CareerSiteRoute() {
  const site = useLoaderData<typeof loader>();
  return (
    <PageShell company={site.company} language={site.language} js={site.customJs}>
      <CareerSitePage site={site} rows={site.rows} />
    </PageShell>
  );
}

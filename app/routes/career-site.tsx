import {
  data,
  type AppLoadContext,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { getPreviewToken, previewParameter } from "../addresses";
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
  const { request, params, context } = args;
  const token = getPreviewToken(request.url);
  if (token !== undefined) {
    const site = await loadPreview(token, params.clientUuid ?? "", context).catch(
      throwAsScreen("career-not-found", request, context),
    );
    const content = { ...createContent(site, request, context), token };
    return data(context.show(content), { headers: { "Cache-Control": "no-store" } });
  }
  const read = await loadCareerSite(args).catch(
    throwAsScreen("career-not-found", request, context),
  );
  const content = createContent(read.value, request, context);
  return context.show(content, { client: read.value.company.uuid, read });
}

const loadPreview = async (token: string, uuid: string, context: AppLoadContext) =>
  context.preview(token).careerSite(uuid);

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) =>
  errorHeaders ?? loaderHeaders;

function createContent(site: CareerSite, request: Request, context: AppLoadContext) {
  const view = careerSiteView(site, request, context.settings.COMPANY_SCRIPTS, context.links);
  const head = careerSiteHead(site.company, view, new URL(request.url), context.publishing);
  return { ...view, rows: renderJobRows(view), head };
}

type Content = ReturnType<typeof createContent> & {
  /** The preview token. */
  token?: string;
};

export const handle: PageKind<Content> = {
  sheets: ({ sections, token }) => [
    "careerSite",
    ...(sections.length > 0 ? (["sections"] as const) : []),
    ...(token === undefined ? [] : (["preview"] as const)),
  ],
  title: ({ company }) => ({ fixed: "Job offers", names: [company.name], isRefused: false }),
  head: ({ favicon, head, token }) => ({ favicon, ...(token === undefined && { page: head }) }),
};

export default function CareerSiteRoute() {
  const site = useContent(handle);
  return (
    <PageShell
      company={site.company}
      language={site.language}
      js={site.customJs}
      keptQuery={site.token && previewParameter(site.token)}
      isPreview={site.token !== undefined}
    >
      <CareerSitePage site={site} rows={site.rows} />
    </PageShell>
  );
}

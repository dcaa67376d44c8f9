import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { careerSitePath, listOf, sitemapPath, sitemapPartHref } from "../addresses";
import { foundAddresses, sitemapXml } from "../career-site/sitemap";
import { CACHE_TAG } from "../edge/door.server";
import { fileFailure } from "../edge/file-failure.server";
import { loadCareerSite } from "../platform/career-site.server";

/** The addresses of a career site, for search engines. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { originOf, careerSiteAt } = context.publishing(request);
  const site = await loadCareerSite(context.reads, params.clientUuid ?? "").catch(fileFailure);
  if (site instanceof Response) return site;
  const { code, uuid } = site.company;
  const path = careerSitePath(code, uuid);
  const [origin, careerSite] = [originOf(uuid), careerSiteAt(uuid, path)];
  const sitemap = new URL(sitemapPath(careerSite), origin).href;
  const found = foundAddresses(site, { origin, careerSite });
  const { page } = listOf(new URL(request.url));
  const xml = sitemapXml(found, page, (part) => sitemapPartHref(sitemap, part));
  if (xml === undefined) return new Response("Not Found", { status: 404 });
  const headers = { "Content-Type": "application/xml; charset=utf-8", [CACHE_TAG]: uuid };
  return new Response(xml, { headers });
}

import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { careerSitePath, parseJobSearch, sitemapPath, sitemapPartHref } from "../addresses";
import { listUrls, sitemapXml } from "../career-site/sitemap";
import { loadCareerSite } from "../career-site/load-career-site.server";
import { fileErrorResponse } from "../edge/platform-failure.server";

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { getOrigin, getCareerSitePath } = context.publishing;
  const read = await loadCareerSite(args).catch(fileErrorResponse);
  if (read instanceof Response) return read;
  const site = read.value;
  const { code, uuid } = site.company;
  const path = careerSitePath(code, uuid);
  const [origin, careerSite] = [getOrigin(uuid), getCareerSitePath(uuid, path)];
  const sitemap = new URL(sitemapPath(careerSite), origin).href;
  const found = listUrls(site, { origin, careerSite });
  const { page } = parseJobSearch(new URL(request.url));
  const xml = sitemapXml(found, page, (part) => sitemapPartHref(sitemap, part));
  if (xml === undefined) return new Response("Not Found", { status: 404 });
  const headers = { "Content-Type": "application/xml; charset=utf-8" };
  return context.show(new Response(xml, { headers }), { client: uuid, read });
}

import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { careerSitePath, parseCompanyPage, siteFilePath } from "../addresses";
import { createFeed } from "../career-site/feed.server";
import { jobBoardXml, jsonFeed, rss } from "../career-site/feed-formats.server";
import { addDescriptions } from "../career-site/board-items.server";
import { FILE_TYPES } from "../page-cache/page-key";
import { combineReads, type Read } from "../reads/reads.server";
import { loadCareerSite } from "../career-site/load-career-site.server";
import { fileErrorResponse } from "../edge/platform-failure.server";

/** A career site's jobs as JSON Feed, RSS, or XML for job boards. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  const { getOrigin, getCareerSitePath } = context.publishing;
  const read = await loadCareerSite(args).catch(fileErrorResponse);
  if (read instanceof Response) return read;
  const site = read.value;
  const { code, uuid } = site.company;
  const place = {
    origin: getOrigin(uuid),
    careerSite: getCareerSitePath(uuid, careerSitePath(code, uuid)),
  };
  const feed = createFeed(site, place, context.settings.LANGUAGES);
  const kind = parseCompanyPage(new URL(request.url).pathname)?.kind;
  const respond = (
    file: "json-feed" | "rss" | "job-board-xml",
    text: string,
    source: Read<unknown> = read,
  ) => {
    const headers = { "Content-Type": FILE_TYPES[file], "Access-Control-Allow-Origin": "*" };
    return context.show(new Response(text, { headers }), { client: uuid, read: source });
  };
  const feedUrl = (file: "json-feed" | "rss") =>
    new URL(siteFilePath(place.careerSite, file), place.origin).href;
  if (kind === "rss") return respond(kind, rss(feed, feedUrl(kind)));
  if (kind === "job-board-xml") {
    const items = await addDescriptions(feed.items, context.reads).catch(fileErrorResponse);
    if (items instanceof Response) return items;
    return respond(kind, jobBoardXml(feed, items.value), combineReads(undefined, [read, items]));
  }
  return respond("json-feed", jsonFeed(feed, feedUrl("json-feed")));
}

import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { careerSitePath, companyPageAt, siteFilePath } from "../addresses";
import { feedOf } from "../career-site/feed.server";
import { jobBoardXml, jsonFeed, rss } from "../career-site/feed-formats";
import { withDescriptions } from "../career-site/board-items.server";
import { CACHE_TAG } from "../edge/door.server";
import { FILE_TYPES } from "../edge/pages/page-key";
import { fileFailure } from "../edge/file-failure.server";
import { loadCareerSite } from "../platform/career-site.server";

/** A career site's jobs for programs: JSON Feed, RSS, and the XML that job boards read. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { originOf, careerSiteAt } = context.publishing(request);
  const site = await loadCareerSite(context.reads, params.clientUuid ?? "").catch(fileFailure);
  if (site instanceof Response) return site;
  const { code, uuid } = site.company;
  const place = {
    origin: originOf(uuid),
    careerSite: careerSiteAt(uuid, careerSitePath(code, uuid)),
  };
  const feed = feedOf(site, place);
  const kind = companyPageAt(new URL(request.url).pathname)?.kind;
  const answer = (file: "json-feed" | "rss" | "job-board-xml", text: string) =>
    new Response(text, {
      headers: {
        "Content-Type": FILE_TYPES[file],
        "Access-Control-Allow-Origin": "*",
        [CACHE_TAG]: uuid,
      },
    });
  const own = (file: "json-feed" | "rss") =>
    new URL(siteFilePath(place.careerSite, file), place.origin).href;
  if (kind === "rss") return answer(kind, rss(feed, own(kind)));
  if (kind === "job-board-xml") {
    const items = await withDescriptions(feed.items, context.reads).catch(fileFailure);
    return items instanceof Response ? items : answer(kind, jobBoardXml(feed, items));
  }
  return answer("json-feed", jsonFeed(feed, own("json-feed")));
}

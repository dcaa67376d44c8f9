import { logEvent } from "../runtime/log.server";

/** The words of our own paths. The log shows anything else in a path as `*`. */
const WORDS = new Set(
  "- 404 alarm applications csp cv error health maintenance operator privacy purge robots.txt sitemap.xml feed.json rss.xml jobs.xml".split(
    " ",
  ),
);

const METHODS = new Set("GET HEAD POST PATCH DELETE OPTIONS PUT".split(" "));

/** The log shows this many segments of a path at most. */
const MAX_SEGMENTS = 6;

/** A path as the log shows it: without the ids and names in it. */
export function maskPath(pathname: string): string {
  const segments = pathname.split("/").slice(1, MAX_SEGMENTS + 1);
  return `/${segments.map((segment) => (WORDS.has(segment) || segment === "" ? segment : "*")).join("/")}`;
}

interface LoggedRequest {
  id: string;
  request: Request;
  response: Response;
  /** How long the answer took, in ms. */
  ms: number;
}

/**
 * Writes the log's line for a request. It has nothing that anybody typed, no id or parameter of the page's
 * address, and not the visitor's IP address.
 *
 * Source: design, section 8.
 */
export function logRequest({ id, request, response, ms }: LoggedRequest): void {
  const cache = response.headers.get("Cache-Status")?.replace(/^Puerta; |; ttl=.*$/g, "");
  logEvent("request", {
    id,
    method: METHODS.has(request.method) ? request.method : "other",
    route: maskPath(/^[^:]+:\/\/[^/]+([^?#]*)/.exec(request.url)?.[1] ?? ""),
    status: response.status,
    ms,
    cache,
  });
}

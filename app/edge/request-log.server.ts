import { logEvent } from "../runtime/log.server";

/** Fixed segments of our paths. Other segments are logged as `*`. */
const WORDS = new Set(
  "- 404 alarm applications csp cv error health maintenance operator privacy purge robots.txt sitemap.xml feed.json rss.xml jobs.xml".split(
    " ",
  ),
);

const METHODS = new Set("GET HEAD POST PATCH DELETE OPTIONS PUT".split(" "));

const MAX_SEGMENTS = 6;

export function maskPath(pathname: string): string {
  const segments = pathname.split("/").slice(1, MAX_SEGMENTS + 1);
  return `/${segments.map((segment) => (WORDS.has(segment) || segment === "" ? segment : "*")).join("/")}`;
}

interface LoggedRequest {
  id: string;
  request: Request;
  response: Response;
  ms: number;
}

/** Logs a request, without its input, its IP address, or the ids and parameters of its URL. */
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

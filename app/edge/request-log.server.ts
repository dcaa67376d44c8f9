import { logEvent } from "../runtime/log.server";

/** Words of our own addresses; whatever else stands in one is left out of the log. */
const WORDS = new Set(
  "- 404 applications csp cv error maintenance operator privacy purge".split(" "),
);

const METHODS = new Set("GET HEAD POST PATCH DELETE OPTIONS PUT".split(" "));

/** Segments of an address that are told apart. */
const SEGMENTS_MOST = 6;

/** What an address asks for, without the ids, names and values that it carries. */
export function routeOf(pathname: string): string {
  const segments = pathname.split("/").slice(1, SEGMENTS_MOST + 1);
  return `/${segments.map((segment) => (WORDS.has(segment) || segment === "" ? segment : "*")).join("/")}`;
}

interface Answered {
  id: string;
  request: Request;
  response: Response;
  /** How long it took, in ms. */
  ms: number;
}

/**
 * One line for each request: nothing that anybody typed, no value of an address, no address of a
 * visitor.
 *
 * Source: design, section 8.
 */
export function logRequest({ id, request, response, ms }: Answered): void {
  logEvent("request", {
    id,
    method: METHODS.has(request.method) ? request.method : "other",
    route: routeOf(/^[^:]+:\/\/[^/]+([^?#]*)/.exec(request.url)?.[1] ?? ""),
    status: response.status,
    ms,
    cache: response.headers.get("Cache-Status")?.replace(/^Puerta; |; ttl=.*$/g, ""),
  });
}

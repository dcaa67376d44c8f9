const OWN = ["same-origin", "none"];

/**
 * Whether the desk accepts a request. Requests from other origins are refused, except top-level navigation to a
 * page. This includes other origins on the same site, because browsers send the cookie with their requests.
 */
export function isAllowedRequest({
  method,
  url,
  headers,
}: Pick<Request, "method" | "url" | "headers">): boolean {
  const site = headers.get("Sec-Fetch-Site") ?? undefined;
  const isOwnSite = site === undefined || OWN.includes(site);
  if (method === "GET" || method === "HEAD") return isOwnSite || isNavigation(headers);
  const origin = headers.get("Origin") ?? undefined;
  if (origin === "null") return site === "same-origin";
  return isOwnSite && (origin === undefined || origin === new URL(url).origin);
}

/** Whether a request is a top-level navigation rather than one in a frame. */
const isNavigation = (headers: Headers): boolean =>
  headers.get("Sec-Fetch-Mode") === "navigate" && headers.get("Sec-Fetch-Dest") === "document";

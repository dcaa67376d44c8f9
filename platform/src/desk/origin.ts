const OWN = ["same-origin", "none"];

/**
 * Whether a request is not known to come from another origin. Top-level navigation to a page is also allowed.
 * Scripts of other origins on the same site are refused, because browsers send the cookie with their requests.
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

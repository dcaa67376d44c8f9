const OWN = ["same-origin", "none"];

/**
 * Whether a request comes from the desk itself, or navigates to one of its pages. Scripts of other origins
 * are refused even on the same site, where the browser sends the cookie: a company's host may be one.
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

/** Whether the request is a top-level navigation, not one in a frame. */
const isNavigation = (headers: Headers): boolean =>
  headers.get("Sec-Fetch-Mode") === "navigate" && headers.get("Sec-Fetch-Dest") === "document";

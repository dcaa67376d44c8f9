const OWN = ["same-origin", "none"];

/**
 * Whether a request is the desk's own, or a person's who opens a page of it. A script of another origin
 * is refused even where the browser would send the cookie along: a company's host may be of the same
 * site as the desk's.
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

/** Whether a link to a page was followed, in a window of its own and not in a frame. */
const isNavigation = (headers: Headers): boolean =>
  headers.get("Sec-Fetch-Mode") === "navigate" && headers.get("Sec-Fetch-Dest") === "document";

/**
 * Whether a request may change data. Refuses requests from other sites. Allows requests with neither
 * `Sec-Fetch-Site` nor `Origin` (from old browsers or programs), because there is no cookie to misuse. Also
 * allows our own pages if the browser hides their origin (`Origin: null`).
 *
 * Source: Fetch Metadata (W3C), section 2.3.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  if (origin === null) return true;
  if (origin === "null") return site !== null;
  return origin === new URL(request.url).origin;
}

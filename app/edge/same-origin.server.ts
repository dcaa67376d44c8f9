/**
 * Whether a request that changes something comes from a page of ours. A request without these headers
 * (from an old browser, or a program) may pass, because there is no cookie that it could misuse. So may a
 * page of ours whose browser hides its origin (`Origin: null`).
 *
 * Source: design, section 8; Fetch Metadata (W3C), section 2.3.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  if (origin === null) return true;
  if (origin === "null") return site !== null;
  return origin === new URL(request.url).origin;
}

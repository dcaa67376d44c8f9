/**
 * Whether a request that changes something comes from a page of ours. A client that says nothing of
 * where it comes from (an old browser, a program) carries no ambient authority and may pass; so may
 * a page of this very site whose browser hides its origin.
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

/**
 * Whether a POST comes from a page of ours. `Sec-Fetch-Site` is asked first, then `Origin`; a
 * client that sends neither (an old browser, a program) carries no ambient authority and may pass.
 *
 * Source: design, section 8; Fetch Metadata (W3C), section 2.3.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = request.headers.get("Origin");
  return origin === null || origin === new URL(request.url).origin;
}

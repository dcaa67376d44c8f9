import { isGood } from "./connection";

/**
 * Has the browser fetch a page of ours when a link to it is about to be followed, on a connection
 * that is known to be good. Never a receipt, another language, or anything with a `?` besides.
 *
 * Source: Speculation Rules (WICG); browsers that know none do without.
 */
export function prefetchFollowedLinks(): void {
  if (
    !isGood() ||
    !("supports" in HTMLScriptElement) ||
    !HTMLScriptElement.supports("speculationrules")
  )
    return;
  const { nonce = "" } = document.querySelector<HTMLScriptElement>("script[nonce]") ?? {};
  const rules = document.createElement("script");
  rules.type = "speculationrules";
  rules.nonce = nonce;
  const page = { href_matches: "/*/*" };
  const others = { or: [{ href_matches: "/*\\?*" }, { href_matches: "/-/*" }] };
  rules.textContent = JSON.stringify({
    prefetch: [{ where: { and: [page, { not: others }] }, eagerness: "moderate" }],
  });
  document.head.appendChild(rules);
}

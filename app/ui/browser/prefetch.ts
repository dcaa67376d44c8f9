/** Links that aren't prefetched, such as links to other languages and to policies. */
const EXCLUDED = '[lang],[href*="/-/"],[data-policy]';

/**
 * Lets the browser prefetch a page of this site when the candidate is about to follow a link to the page. Applies
 * only to connections that are known to be fast.
 *
 * Source: Speculation Rules (WICG).
 */
export function prefetchFollowedLinks(): void {
  const { saveData = false, effectiveType } = navigator.connection ?? {};
  if (
    saveData ||
    effectiveType !== "4g" ||
    !("supports" in HTMLScriptElement) ||
    !HTMLScriptElement.supports("speculationrules")
  )
    return;
  const { nonce = "" } = document.querySelector<HTMLScriptElement>("script[nonce]") ?? {};
  const rules = document.createElement("script");
  rules.type = "speculationrules";
  rules.nonce = nonce;
  rules.textContent = JSON.stringify({
    prefetch: [
      {
        where: { and: [{ href_matches: "/*" }, { not: { selector_matches: EXCLUDED } }] },
        eagerness: "moderate",
      },
    ],
  });
  document.head.appendChild(rules);
}

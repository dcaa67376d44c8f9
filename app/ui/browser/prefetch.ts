/** Don't prefetch other languages, addresses that aren't pages, or policies. */
const EXCLUDED = '[lang],[href*="/-/"],[data-policy]';

/**
 * Lets the browser prefetch one of our pages when the candidate is about to follow a link to it, if the connection
 * is known to be fast.
 *
 * Source: Speculation Rules (WICG). Other browsers ignore the rules.
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

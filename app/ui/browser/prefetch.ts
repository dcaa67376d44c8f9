/** Not the page itself in another language, nor what is no page or is opened in place by scripts. */
const OTHERS = '[lang],[href*="/-/"],[data-policy]';

/**
 * Has the browser fetch a page of ours when a link to it is about to be followed, on a connection
 * that is known to be good.
 *
 * Source: Speculation Rules (WICG); browsers that know none do without.
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
        where: { and: [{ href_matches: "/*" }, { not: { selector_matches: OTHERS } }] },
        eagerness: "moderate",
      },
    ],
  });
  document.head.appendChild(rules);
}

/** The longest that a company's script waits for the page to become interactive, in ms. */
const LATEST_MS = 5000;

/**
 * Runs the company's own script once the page's work is done, in an element of its own: whatever
 * it throws is its own affair.
 */
export function runCompanyScript(): void {
  const source = document.querySelector<HTMLScriptElement>("script[data-company-script]");
  if (!source?.textContent) return;
  const script = document.createElement("script");
  script.nonce = source.nonce ?? "";
  script.textContent = JSON.parse(source.textContent) as string;
  const run = () => document.body.appendChild(script);
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: LATEST_MS });
  else setTimeout(run);
}

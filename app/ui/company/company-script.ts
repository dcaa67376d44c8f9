/** The longest that a company's script waits for the page to become interactive, in ms. */
const LATEST_MS = 5000;

/**
 * Runs the company's own script once the page's work is done (after 5 s even if that never comes),
 * in an element of its own: whatever it throws is its own affair.
 *
 * Source: design, section 5 (custom CSS and JS).
 */
export function runCompanyScript(interactive: Promise<unknown>): void {
  const source = document.querySelector<HTMLScriptElement>("script[data-company-script]");
  if (!source?.textContent) return;
  const script = document.createElement("script");
  script.nonce = source.nonce ?? "";
  script.textContent = JSON.parse(source.textContent) as string;
  let hasRun = false;
  const run = () => {
    if (hasRun) return;
    hasRun = true;
    document.body.appendChild(script);
  };
  setTimeout(run, LATEST_MS);
  void interactive.then(() => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) requestIdleCallback(run);
    else run();
  });
}

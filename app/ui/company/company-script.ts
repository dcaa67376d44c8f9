/** How long a company's script waits at most for the page to become interactive, in ms. */
const MAX_WAIT_MS = 5000;

/**
 * Runs the company's script once the page is interactive, or after 5 s. It runs in an element of its
 * own, so that what it throws stops nothing of ours.
 *
 * @param mend gives back what it took away of the browser's own
 *
 * Source: design, section 5 (custom CSS and JS).
 */
export function runCompanyScript(interactive: Promise<unknown>, mend: () => void): void {
  const source = document.querySelector<HTMLScriptElement>("script[data-company-script]");
  if (!source?.textContent) return;
  const script = document.createElement("script");
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- an old browser has no nonce
  script.nonce = source.nonce ?? "";
  script.textContent = JSON.parse(source.textContent) as string;
  let hasRun = false;
  const run = () => {
    if (hasRun) return;
    hasRun = true;
    document.body.appendChild(script);
    mend();
  };
  setTimeout(run, MAX_WAIT_MS);
  void interactive.then(() => {
    // Safari has no idle callbacks.
    if ("requestIdleCallback" in window) requestIdleCallback(run);
    else run();
  });
}

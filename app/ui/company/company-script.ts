/** Maximum time that a company's script waits for the page to become interactive. */
const MAX_WAIT_MS = 5000;

/**
 * Runs the company's script when the page is interactive, or after 5 s. A separate script element ensures that
 * the script's errors don't stop our code.
 *
 * @param restore restores native functions that the script has broken
 */
export function runCompanyScript(interactive: Promise<unknown>, restore: () => void): void {
  const source = document.querySelector<HTMLScriptElement>("script[data-company-script]");
  if (!source?.textContent) return;
  const script = document.createElement("script");
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- old browsers have no `nonce`
  script.nonce = source.nonce ?? "";
  script.textContent = JSON.parse(source.textContent) as string;
  let hasRun = false;
  const run = () => {
    if (hasRun) return;
    hasRun = true;
    document.body.appendChild(script);
    restore();
  };
  setTimeout(run, MAX_WAIT_MS);
  void interactive.then(() => {
    // Safari has no `requestIdleCallback`.
    if ("requestIdleCallback" in window) requestIdleCallback(run);
    else run();
  });
}

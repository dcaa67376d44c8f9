const added = new Set<string>();

/**
 * Adds rules for what scripts render, once: after the page's own, and before the company's, which override
 * them.
 *
 * @param css a sheet of `app/ui/styles`, as the build bundles it
 */
export function addStyles(css: string): void {
  if (added.has(css)) return;
  added.add(css);
  const page = document.querySelector<HTMLStyleElement>("head style[nonce]");
  const style = document.createElement("style");
  style.nonce = page?.nonce ?? "";
  style.textContent = css;
  page?.insertAdjacentElement("afterend", style);
}

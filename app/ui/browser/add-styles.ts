const added = new Set<string>();

/**
 * Adds rules of ours for what scripts draw, once. They stand behind the page's own, and before the
 * company's, which still override them.
 *
 * @param css one of the texts of `scripts/build.mjs`
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

const added = new Set<string>();

/**
 * Adds a style sheet once, after the page's styles. The company's styles can override it.
 *
 * @param css the text of a bundled sheet of `app/ui/styles`
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

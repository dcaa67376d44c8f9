/**
 * Adds rules of ours for what scripts draw. They stand behind the page's own, and before the company's,
 * which still override them.
 *
 * @param css one of the texts of `scripts/build.mjs`
 */
export function addStyles(css: string): void {
  const page = document.querySelector<HTMLStyleElement>("head style[nonce]");
  const style = document.createElement("style");
  style.nonce = page?.nonce ?? "";
  style.textContent = css;
  page?.insertAdjacentElement("afterend", style);
}

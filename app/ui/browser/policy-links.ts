import { isPlainClick } from "./plain-click";

/**
 * Makes every link to a privacy policy (`data-policy`) open it over the page, so that nobody has to
 * leave a form to read it. Without this the links are links.
 */
export function startPolicyDialogs(): void {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.defaultPrevented) return;
    const link = event.target.closest<HTMLAnchorElement>("a[data-policy]");
    const dialog = document.getElementById("policy");
    if (!link || !isPlainClick(event) || !(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    import("./policy-dialog").then(
      ({ openPolicy }) => openPolicy(dialog, link),
      () => {
        // What shows it cannot be loaded: the link is a link again, and is followed.
        delete link.dataset.policy;
        link.click();
      },
    );
  });
}

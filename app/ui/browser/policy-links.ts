import { findClickedLink } from "./plain-click";

/**
 * Makes each link to a privacy policy (`data-policy`) open the policy over the page, so that nobody has
 * to leave a form to read it. Without this script the links lead to the policy's page.
 */
export function startPolicyDialogs(): void {
  document.addEventListener("click", (event) => {
    const link = findClickedLink(event, "a[data-policy]");
    if (!link) return;
    event.preventDefault();
    import("./policy-dialog")
      .then(({ openPolicy }) => openPolicy(link))
      .catch(() => {
        // The dialog's script cannot be loaded, or cannot run: the link leads to the policy's page again.
        delete link.dataset.policy;
        link.click();
      });
  });
}

import { findClickedLink } from "./plain-click";

/** Opens links to a privacy policy (`data-policy`) in a dialog, so that candidates don't have to leave the form. */
export function startPolicyDialogs(): void {
  document.addEventListener("click", (event) => {
    const link = findClickedLink(event, "a[data-policy]");
    if (!link) return;
    event.preventDefault();
    import("./policy-dialog")
      .then(({ openPolicy }) => openPolicy(link))
      .catch(() => {
        // The dialog failed: follow the link instead.
        delete link.dataset.policy;
        link.click();
      });
  });
}

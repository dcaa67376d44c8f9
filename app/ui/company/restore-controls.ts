/** Attributes that a script changes to prevent a second submit. */
const ATTRIBUTES = ["disabled", "inert", "name", "readonly", "type"];

/** Maximum number of restores between two user actions, because a script can change controls in a loop. */
const MAX_RESTORES = 50;

/**
 * Restores the form's rendered controls when a company's script disables them, or changes their type or name.
 * Otherwise, a form that is returned with errors could not be sent again.
 *
 * @param restore restores the browser's native functions
 * @returns a function that returns the number of restores
 */
export function restoreControls(restore: (all: true) => (() => void) | undefined): () => number {
  let count = 0;
  let allowed = MAX_RESTORES;
  for (const event of ["input", "keydown", "pointerdown", "submit"])
    addEventListener(event, () => (allowed = count + MAX_RESTORES), true);
  // The callback runs before the browser continues with the event whose listener changed a control.
  const observer = new MutationObserver((records) => {
    const undo = restore(true);
    const form = document.querySelector("#application");
    // Apply the oldest change last, because it has the rendered value.
    const changes = records
      .reverse()
      .filter(({ target }) => form && (form.contains(target) || target.contains(form)));
    if (changes.length > 0 && count < allowed) {
      count += 1;
      for (const { target, attributeName, oldValue } of changes) {
        const element = target as Element; // only elements have attributes
        if (oldValue === null) element.removeAttribute(attributeName ?? "");
        else element.setAttribute(attributeName ?? "", oldValue);
      }
      // Ignore these restores.
      observer.takeRecords();
    }
    undo?.();
  });
  observer.observe(document, {
    subtree: true,
    attributeFilter: ATTRIBUTES,
    attributeOldValue: true,
  });
  return () => count;
}

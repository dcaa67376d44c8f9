/** How long typing pauses before screen readers announce the count, in ms. */
const ANNOUNCE_AFTER_MS = 1000;

/**
 * Adds to a position's own fields what HTML cannot do: a long text says how many characters are left, and one
 * of several boxes must be checked.
 *
 * @param language a BCP 47 tag
 */
export function enhance(form: HTMLFormElement, language: string): void {
  for (const text of form.querySelectorAll<HTMLTextAreaElement>("textarea[data-count]")) {
    const shown = document.createElement("p");
    shown.className = "hint";
    // It changes with each letter: it is read aloud when the typing pauses.
    shown.ariaHidden = "true";
    const announced = document.createElement("p");
    announced.className = "visually-hidden";
    announced.setAttribute("role", "status");
    for (const after of [announced, shown]) text.insertAdjacentElement("afterend", after);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const max = text.maxLength;
      const number = max - text.value.length;
      const words = text.dataset.count?.replace("{count}", number.toLocaleString(language)) ?? "";
      shown.textContent = number < max / 2 ? words : "";
    };
    text.addEventListener("input", () => {
      count();
      clearTimeout(timer);
      timer = setTimeout(() => (announced.textContent = shown.textContent), ANNOUNCE_AFTER_MS);
    });
    count();
  }
  for (const box of form.querySelectorAll<HTMLInputElement>("[data-group]")) {
    const group = box.closest("fieldset");
    const validate = () => {
      const isChosen = group?.querySelector(":checked");
      box.setCustomValidity(isChosen ? "" : (box.dataset.missing ?? ""));
    };
    // Runs before the form clears the error of a valid field.
    group?.addEventListener("input", validate);
    validate();
  }
}

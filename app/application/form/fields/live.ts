/** Pause in typing before the count is announced, in ms. */
const ANNOUNCE_AFTER_MS = 1000;

/**
 * Enhances a position's own fields: adds character counts to long texts, and validates groups of checkboxes that
 * require an answer.
 *
 * @param language a BCP 47 tag
 */
export function enhance(form: HTMLFormElement, language: string): void {
  for (const text of form.querySelectorAll<HTMLTextAreaElement>("textarea[data-count]")) {
    const shown = document.createElement("p");
    shown.className = "hint";
    // Hidden from screen readers, because this text changes with each character.
    shown.ariaHidden = "true";
    const announced = document.createElement("p");
    announced.className = "visually-hidden";
    announced.setAttribute("role", "status");
    for (const after of [announced, shown]) text.insertAdjacentElement("afterend", after);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      const max = text.maxLength;
      const left = max - text.value.length;
      const words = text.dataset.count?.replace("{count}", left.toLocaleString(language)) ?? "";
      shown.textContent = left < max / 2 ? words : "";
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
    // This listener runs before the form's own listener, which clears the errors of valid fields.
    group?.addEventListener("input", validate);
    validate();
  }
}

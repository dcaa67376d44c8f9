/** Makes the "next" key of a touch keyboard focus the next field instead of submitting the form. */
export function focusNextOnEnter(form: HTMLFormElement): void {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !matchMedia("(pointer: coarse)").matches)
      return;
    const field = event.target as HTMLElement; // the focused element
    if (field.enterKeyHint !== "next") return;
    event.preventDefault();
    // Skip buttons other than the submit button, such as the country button.
    const fields = [
      ...form.querySelectorAll<HTMLElement>("input, select, textarea, .button-submit"),
    ];
    const isShown = ({ tabIndex, offsetParent }: HTMLElement) => tabIndex >= 0 && offsetParent;
    fields
      .slice(fields.indexOf(field) + 1)
      .find(isShown)
      ?.focus();
  });
}

/** Lets the "next" key of a touch keyboard lead to the next field: it must not send a form half filled in. */
export function focusNextOnEnter(form: HTMLFormElement): void {
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !matchMedia("(pointer: coarse)").matches)
      return;
    const field = event.target as HTMLElement; // what has the focus
    if (field.enterKeyHint !== "next") return;
    event.preventDefault();
    // Without buttons such as the list of countries.
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

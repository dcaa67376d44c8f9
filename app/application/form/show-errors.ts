import type { FieldErrors } from "../model/application";
import type { FormField } from "./parts";

/** Shows errors next to fields that are plain HTML, and removes errors that no longer apply. */
export function showErrors(fields: readonly FormField[], errors: FieldErrors): void {
  for (const { name } of fields) {
    const control = document.getElementById(name);
    const field = control?.closest(".server-html .field");
    const id = `${name}-error`;
    const existing = document.getElementById(id);
    const message = errors[name];
    if (!field || existing?.textContent === message) continue;
    existing?.remove();
    if (message) {
      const paragraph = document.createElement("p");
      paragraph.className = "field-error";
      paragraph.id = id;
      paragraph.textContent = message;
      field.insertBefore(
        paragraph,
        field.querySelector(":scope > :not(label:not(.choice), legend, .hint)"),
      );
    }
    field.classList.toggle("field-invalid", !!message);
    const group = field.matches("fieldset") ? field : control;
    const hint = document.getElementById(`${name}-hint`);
    group?.setAttribute("aria-describedby", [hint?.id, message && id].filter(Boolean).join(" "));
    // ARIA 1.2 doesn't allow `aria-invalid` on a group of checkboxes.
    if (field.matches("fieldset:not([role])")) continue;
    for (const element of [group, ...field.querySelectorAll("[type=radio]")])
      element?.setAttribute("aria-invalid", `${!!message}`);
  }
}

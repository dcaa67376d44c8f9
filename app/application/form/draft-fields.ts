/** The fields that a candidate fills in: never the file, never what is hidden. */
function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...form.elements].filter(
    (field): field is HTMLInputElement | HTMLTextAreaElement =>
      (field instanceof HTMLInputElement &&
        /^(text|tel|radio|checkbox)$/.test(field.type) &&
        field.name !== "") ||
      field instanceof HTMLTextAreaElement,
  );
}

const isChoice = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type);

export function enteredIn(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(form)
      .filter((field) => (isChoice(field) ? field.checked : field.value !== ""))
      .map((field) => [field.name, field.value]),
  );
}

/** Fills in what is empty, as if it were typed. */
export function fillIn(form: HTMLFormElement, values: Record<string, string>): void {
  for (const field of fieldsOf(form)) {
    const value = values[field.name];
    if (value === undefined) continue;
    if (isChoice(field)) {
      if (field.value === value) field.checked = true;
    } else if (field.value === "") {
      field.value = value;
    } else continue;
    tell(field);
  }
}

export function empty(form: HTMLFormElement): void {
  for (const field of fieldsOf(form)) {
    if (isChoice(field)) field.checked = false;
    else field.value = "";
    tell(field);
  }
  const file = form.querySelector<HTMLInputElement>("input[type=file]");
  if (!file) return;
  file.value = "";
  tell(file);
}

export function tell(field: Element): void {
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

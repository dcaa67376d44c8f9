/** Names under which fields are kept, where it is not their own: a question may change its place. */
export type DraftNames = Partial<Record<string, string>>;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The fields that a candidate fills in: never the file, never what is hidden. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (field): field is Field =>
      (field instanceof HTMLInputElement &&
        /^(text|tel|radio|checkbox)$/.test(field.type) &&
        field.name !== "") ||
      field instanceof HTMLTextAreaElement,
  );
}

const isChoice = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type);

export function enteredIn(form: HTMLFormElement, names: DraftNames): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(form)
      .filter((field) => (isChoice(field) ? field.checked : field.value !== ""))
      .map((field) => [names[field.name] ?? field.name, field.value]),
  );
}

/** Fills in what nothing was entered into, as if it were typed. */
export function fillIn(
  form: HTMLFormElement,
  values: Record<string, string>,
  names: DraftNames,
): void {
  // A choice that was made before is not made again.
  const chosen = new Set(Object.keys(enteredIn(form, names)));
  for (const field of fieldsOf(form)) {
    const name = names[field.name] ?? field.name;
    if (!chosen.has(name) && values[name] !== undefined) put(field, values[name]);
  }
}

/** Makes every field what the values say, also those that they do not name. */
export function makeLike(
  form: HTMLFormElement,
  values: Record<string, string>,
  names: DraftNames,
): void {
  for (const field of fieldsOf(form)) put(field, values[names[field.name] ?? field.name]);
}

/** Takes the chosen file out of its field. */
export function takeFileOut(form: HTMLFormElement): void {
  const field = fileFieldOf(form);
  if (!field?.files?.length) return;
  field.value = "";
  tell(field);
}

export const fileFieldOf = (form: HTMLFormElement) =>
  form.querySelector<HTMLInputElement>("input[type=file]");

function put(field: Field, value: string | undefined): void {
  if (isChoice(field)) {
    const isChosen = field.value === value;
    if (field.checked === isChosen) return;
    field.checked = isChosen;
  } else {
    if (field.value === (value ?? "")) return;
    field.value = value ?? "";
  }
  tell(field);
}

export function tell(field: Element): void {
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

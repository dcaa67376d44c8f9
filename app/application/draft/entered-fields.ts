/** Draft keys of fields, where they differ from the control names (`draftNames`). */
export type DraftNames = Partial<Record<string, string>>;

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Absent while the form is not shown. */
export type Form = HTMLFormElement | null | undefined;

/** The fields that a candidate fills in, except files. */
export const candidateFields = (form: Form): Field[] =>
  ([...(form?.elements ?? [])] as Field[]).filter(
    ({ type, name }) =>
      name && /^(text|textarea|select-one|tel|email|date|radio|checkbox)$/.test(type),
  );

/** Voluntary fields are not stored in the browser. */
export const isPrivate = ({ dataset }: Field): boolean => "private" in dataset;

export const isChoice = (field: Field): field is HTMLInputElement =>
  /^(radio|checkbox)$/.test(field.type);

/** A field's draft key. Checkboxes with the same name are stored separately. */
export const fieldKey = ({ name, type, value }: Field, names: DraftNames): string =>
  type === "checkbox" && value !== "true" ? `${name}=${value}` : (names[name] ?? name);

/** The form's values by draft key, without voluntary answers. */
export function readEntered(form: Form, names: DraftNames): Record<string, string> {
  return Object.fromEntries(
    candidateFields(form)
      .filter((field) => !isPrivate(field) && (isChoice(field) ? field.checked : field.value))
      .map((field) => [fieldKey(field, names), field.value]),
  );
}

/** Draft keys by control name, for fields whose key differs from the name (`draftNames`). */
export type DraftNames = Partial<Record<string, string>>;

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export type Form = HTMLFormElement | null | undefined;

/** The form's fields, except hidden and file fields. */
export const candidateFields = (form: Form): Field[] =>
  ([...(form?.elements ?? [])] as Field[]).filter(
    ({ type, name }) =>
      name && /^(text|textarea|select-one|tel|email|date|radio|checkbox)$/.test(type),
  );

/** Whether a field is voluntary. Browsers must not store voluntary answers. */
export const isPrivate = ({ dataset }: Field): boolean => "private" in dataset;

export const isChoice = (field: Field): field is HTMLInputElement =>
  /^(radio|checkbox)$/.test(field.type);

/** A field's draft key. Checkboxes with the same name are stored separately. */
export const fieldKey = ({ name, type, value }: Field, names: DraftNames): string =>
  type === "checkbox" && value !== "true" ? `${name}=${value}` : (names[name] ?? name);

/** Returns entered values by draft key, without voluntary answers. */
export function readEntered(form: Form, names: DraftNames): Record<string, string> {
  return Object.fromEntries(
    candidateFields(form)
      .filter((field) => !isPrivate(field) && (isChoice(field) ? field.checked : field.value))
      .map((field) => [fieldKey(field, names), field.value]),
  );
}

/** The names under which fields are stored, where they differ: a question may change its place. */
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

/** Nothing of a voluntary field is stored in the browser. */
export const isPrivate = ({ dataset }: Field): boolean => "private" in dataset;

export const isChoice = (field: Field): field is HTMLInputElement =>
  /^(radio|checkbox)$/.test(field.type);

/** Where a field's value is stored. Checkboxes of one name are stored one by one. */
export const fieldKey = ({ name, type, value }: Field, names: DraftNames): string =>
  type === "checkbox" && value !== "true" ? `${name}=${value}` : (names[name] ?? name);

/** What was typed, chosen and checked, without voluntary answers. */
export function readEntered(form: Form, names: DraftNames): Record<string, string> {
  return Object.fromEntries(
    candidateFields(form)
      .filter((field) => !isPrivate(field) && (isChoice(field) ? field.checked : field.value))
      .map((field) => [fieldKey(field, names), field.value]),
  );
}

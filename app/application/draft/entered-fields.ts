/** The names that fields are kept by, where they differ: a question's field may change its number. */
export type DraftNames = Partial<Record<string, string>>;

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A form that is not shown has no fields. */
export type Form = HTMLFormElement | null | undefined;

/**
 * The fields that a candidate fills in: never the file, never what is hidden.
 *
 * @param isKept only those that may be kept: what is voluntary is not
 */
export const fieldsOf = (form: Form, isKept?: boolean): Field[] =>
  ([...(form?.elements ?? [])] as Field[]).filter(
    ({ type, name, dataset }) =>
      /^(text|textarea|select-one|tel|email|date|radio|checkbox)$/.test(type) &&
      name &&
      !(isKept && "private" in dataset),
  );

export const isChoice = (field: Field): field is HTMLInputElement =>
  /^(radio|checkbox)$/.test(field.type);

/** What a field is kept under. Of several boxes of one name each is kept by itself. */
export const keyOf = ({ name, type, value }: Field, names: DraftNames): string =>
  type === "checkbox" && value !== "true" ? `${name}=${value}` : (names[name] ?? name);

/** What was typed, chosen and checked, under the names that it is kept by. */
export function enteredIn(form: Form, names: DraftNames): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(form, true)
      .filter((field) => (isChoice(field) ? field.checked : field.value))
      .map((field) => [keyOf(field, names), field.value]),
  );
}

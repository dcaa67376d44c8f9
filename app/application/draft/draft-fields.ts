import { putFile } from "../../ui/browser/put-file";
import { tellChanged } from "../../ui/browser/tell-changed";
import { fieldsOf, isChoice, isPrivate, keyOf } from "./entered-fields";
import type { DraftNames, Field, Form } from "./entered-fields";

/** Gives every field its value as if it were typed, or empties it. Voluntary answers stay. */
export function fillIn(form: Form, values: Record<string, string>, names: DraftNames): void {
  for (const field of fieldsOf(form)) {
    // `keepWhileAsleep` stores a question's answer under the field's own name.
    if (!isPrivate(field)) put(field, values[keyOf(field, names)] ?? values[field.name]);
  }
}

/** Empties every field, voluntary answers and files included. */
export function emptyForm(form: Form): void {
  for (const field of fieldsOf(form)) put(field, undefined);
  for (const field of fileFieldsOf(form)) putFile(field, undefined);
}

export const fileFieldsOf = (form: Form): HTMLInputElement[] => [
  ...(form?.querySelectorAll<HTMLInputElement>("[type=file]") ?? []),
];

function put(field: Field, value: string | undefined): void {
  if (isChoice(field)) {
    const isChosen = field.value === value;
    if (field.checked === isChosen) return;
    field.checked = isChosen;
  } else {
    if (field.value === (value ?? "")) return;
    field.value = value ?? "";
  }
  tellChanged(field);
}

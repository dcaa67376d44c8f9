import { tellChanged } from "../../ui/browser/tell-changed";
import {
  fieldsOf,
  isChoice,
  keyOf,
  type DraftNames,
  type Field,
  type Form,
} from "./entered-fields";

/**
 * Gives every field its value, as if it were typed; a field that has none is emptied. What is voluntary
 * has none, and stays until all is emptied.
 */
export function fillIn(form: Form, values: Record<string, string>, names: DraftNames): void {
  const isKept = Object.keys(values).length > 0;
  for (const field of fieldsOf(form, isKept)) {
    // `keepWhileAsleep` stores a question's answer under the field's own name.
    put(field, values[keyOf(field, names)] ?? values[field.name]);
  }
}

/** Puts a file into the CV's field. */
export const chooseFile = (form: Form, file: File | undefined): void =>
  putFile(fileFieldOf(form), file);

/** Puts a file into a field, as if it were chosen; or takes out the one that is there. */
export function putFile(field: HTMLInputElement | null | undefined, file: File | undefined): void {
  if (!field) return;
  if (file) {
    const carrier = new DataTransfer();
    carrier.items.add(file);
    field.files = carrier.files;
  } else if (field.files?.length) field.value = "";
  else return;
  tellChanged(field);
}

/** Whether a file is chosen. */
export const hasFile = (form: Form): boolean => Boolean(fileFieldOf(form)?.files?.length);

const fileFieldOf = (form: Form) => form?.querySelector<HTMLInputElement>("[name=cv]");

function put(field: Field, value: string | undefined): void {
  if (isChoice(field)) {
    const isChosen = field.value === value;
    if (field.checked === isChosen) return;
    field.checked = isChosen;
  } else {
    value ??= "";
    if (field.value === value) return;
    field.value = value;
  }
  tellChanged(field);
}

import { putFile } from "~/app/ui/browser/put-file";
import { dispatchChange } from "~/app/ui/browser/dispatch-change";
import { candidateFields, isChoice, isPrivate, fieldKey } from "./entered-fields";
import type { DraftNames, Field, Form } from "./entered-fields";

/** Sets or empties all fields except files and voluntary fields. Fires `input` and `change` on changed fields. */
export function fillForm(form: Form, values: Record<string, string>, names: DraftNames): void {
  for (const field of candidateFields(form)) {
    // `storeUntilHydrated` stores values by control name.
    if (!isPrivate(field)) setValue(field, values[fieldKey(field, names)] ?? values[field.name]);
  }
}

/** Empties every field, including voluntary answers and files. */
export function emptyForm(form: Form): void {
  for (const field of candidateFields(form)) setValue(field, undefined);
  for (const field of findFileFields(form)) putFile(field, undefined);
}

export const findFileFields = (form: Form): HTMLInputElement[] => [
  ...(form?.querySelectorAll<HTMLInputElement>("[type=file]") ?? []),
];

function setValue(field: Field, value: string | undefined): void {
  if (isChoice(field)) {
    const isChosen = field.value === value;
    if (field.checked === isChosen) return;
    field.checked = isChosen;
  } else {
    if (field.value === (value ?? "")) return;
    field.value = value ?? "";
  }
  dispatchChange(field);
}

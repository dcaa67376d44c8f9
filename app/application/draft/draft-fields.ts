import { tellChanged } from "../../ui/browser/tell-changed";

/** The names that fields are kept by, where they differ: a question's field may change its number. */
export type DraftNames = Partial<Record<string, string>>;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A form that is not shown has no fields. */
type Form = HTMLFormElement | null | undefined;

/** The fields that a candidate fills in: never the file, never what is hidden. */
function fieldsOf(form: Form): Field[] {
  return [...(form?.elements ?? [])].filter(
    (field): field is Field =>
      (field instanceof HTMLInputElement &&
        /^(text|tel|radio|checkbox)$/.test(field.type) &&
        field.name !== "") ||
      field instanceof HTMLTextAreaElement,
  );
}

const isChoice = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type);

/** What was typed, chosen and checked, under the names that it is kept by. */
export function enteredIn(form: Form, names: DraftNames): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(form)
      .filter((field) => (isChoice(field) ? field.checked : field.value !== ""))
      .map((field) => [names[field.name] ?? field.name, field.value]),
  );
}

/** Gives every field its value, as if it were typed; a field that has none is emptied. */
export function fillIn(form: Form, values: Record<string, string>, names: DraftNames): void {
  for (const field of fieldsOf(form)) {
    const { name } = field;
    // A draft of a90c202 has an answer under the field's own name.
    put(field, values[names[name] ?? name] ?? values[name]);
  }
}

/** Puts a file into the file's field, as if it were chosen; or takes out the one that is there. */
export function chooseFile(form: Form, file: File | undefined): void {
  const field = fileFieldOf(form);
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

const fileFieldOf = (form: Form) => form?.querySelector<HTMLInputElement>("input[type=file]");

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

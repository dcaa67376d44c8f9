import { dispatchChange } from "./dispatch-change";

/** Puts a file into a field as if it were chosen, or takes out the one that is there. */
export function putFile(field: HTMLInputElement | null | undefined, file: File | undefined): void {
  if (!field) return;
  if (file) {
    const carrier = new DataTransfer();
    carrier.items.add(file);
    field.files = carrier.files;
  } else if (field.files?.length) field.value = "";
  else return;
  dispatchChange(field);
}

import { dispatchChange } from "./dispatch-change";

/** Sets or removes a field's file, and fires the same events as a choice by the candidate. */
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

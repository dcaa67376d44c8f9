import { isInvisible } from "../fields/invisible";
import type { FieldErrors, FieldName } from "../model/application";
import type { FormTexts } from "./texts";

/** A field that the Constraint Validation API has checked (HTML, section 4.10.21). */
export type CheckedField = Pick<
  HTMLInputElement,
  "name" | "type" | "required" | "value" | "validity" | "validationMessage" | "dataset"
>;

/** Returns an error message if a field breaks the rule for its kind (`live.ts`). */
export type FieldCheck = (field: CheckedField) => string | undefined;

/**
 * Returns messages for the fields that the browser considers invalid or that `check` rejects, or undefined if all
 * fields are valid. Required text without visible characters counts as missing, as on the server.
 *
 * Source: specification, section 5.
 */
export function findErrors(
  fields: Iterable<CheckedField>,
  texts: FormTexts,
  check?: FieldCheck,
): FieldErrors | undefined {
  let errors: FieldErrors | undefined;
  for (const field of fields) {
    const { name, type, required, value, validity, validationMessage, dataset } = field;
    const isBlank = required && type.startsWith("text") && isInvisible(value);
    const formMessage = { phone: texts["error.phone"], cv: texts["no.cv"] }[name];
    const isMissing = validity.valueMissing && !validity.badInput;
    const formError = isMissing || isBlank ? (dataset.missing ?? formMessage) : check?.(field);
    if (validity.valid && !formError) continue;
    errors ??= {};
    const message = validity.customError || !formError ? validationMessage : formError;
    errors[name as FieldName] ??= message; // the form has no other names
  }
  return errors;
}

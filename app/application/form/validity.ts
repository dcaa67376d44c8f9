import { isInvisible } from "../fields/text";
import type { FieldErrors, FieldName } from "../model/application";
import type { FormTexts } from "./texts";

/** A field that the Constraint Validation API has checked (HTML, section 4.10.21). */
type CheckedField = Pick<
  HTMLInputElement,
  "name" | "type" | "required" | "value" | "validity" | "validationMessage"
> & { dataset?: DOMStringMap };

/** Returns a form's errors, or undefined if the form is valid. */
export const formErrors = (form: HTMLFormElement, texts: FormTexts): FieldErrors | undefined =>
  findErrors(form.elements as Iterable<HTMLInputElement>, texts); // every control has a `validity`

/**
 * Returns messages for the fields that the browser considers invalid, or undefined if all fields are valid. A
 * required text without visible characters counts as missing, as on the server.
 *
 * Source: specification, section 5.
 */
export function findErrors(
  fields: Iterable<CheckedField>,
  texts: FormTexts,
): FieldErrors | undefined {
  let errors: FieldErrors | undefined;
  for (const { name, type, required, value, validity, validationMessage, dataset } of fields) {
    const isBlank = required && type.startsWith("text") && isInvisible(value);
    if (validity.valid && !isBlank) continue;
    const { missing, wrong } = dataset ?? {};
    const formMessage = { phone: texts["error.phone"], cv: texts["no.cv"] }[name];
    const own = validity.valueMissing || isBlank ? (missing ?? formMessage) : wrong;
    errors ??= {};
    const message = validity.customError || !own ? validationMessage : own;
    errors[name as FieldName] ??= message; // the form has no other names
  }
  return errors;
}

import { isInvisible } from "../fields/text";
import type { FieldErrors, FieldName } from "../model/application";
import type { FormTexts } from "./texts";

/** A field, as the Constraint Validation API checks it (HTML, section 4.10.21). */
type CheckedField = Pick<
  HTMLInputElement,
  "name" | "type" | "required" | "value" | "validity" | "validationMessage"
> & { dataset?: DOMStringMap };

/** The errors of all fields of a form; undefined if it is valid. */
export const formErrors = (form: HTMLFormElement, texts: FormTexts): FieldErrors | undefined =>
  findErrors(form.elements as Iterable<HTMLInputElement>, texts); // or others with the same properties

/**
 * The errors that the browser's own constraints find, in the page's words and in the form's order. Text of
 * invisible characters only counts as missing, as on the server.
 *
 * Source: specification, section 5; design, section 5, "Validity".
 *
 * @returns undefined if there are none
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
    // A form has no other names than its fields'.
    const said = { phone: texts["error.phone"], cv: texts["no.cv"] }[name];
    const own = validity.valueMissing || isBlank ? (missing ?? said) : wrong;
    errors ??= {};
    errors[name as FieldName] ??= validity.customError || !own ? validationMessage : own;
  }
  return errors;
}

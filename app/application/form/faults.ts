import { isInvisible } from "../fields/text";
import type { FieldErrors, FieldName } from "../model/application";
import type { FormTexts } from "./texts";

/** What the Constraint Validation API tells of a field (HTML, section 4.10.21). */
type Checked = Pick<
  HTMLInputElement,
  "name" | "type" | "required" | "value" | "validity" | "validationMessage"
> & { dataset?: DOMStringMap };

/**
 * What is wrong with a form's fields, as the browser's own constraints find it, in the page's words and
 * in the form's order. Text of invisible characters only counts as missing, as on the server.
 *
 * Source: specification, section 5; design, section 5, "Validity".
 *
 * @returns undefined if nothing is
 */
export function faultsOf(fields: Iterable<Checked>, texts: FormTexts): FieldErrors | undefined {
  let faults: FieldErrors | undefined;
  for (const { name, type, required, value, validity, validationMessage, dataset } of fields) {
    const isUnseen = required && type.startsWith("text") && isInvisible(value);
    if (validity.valid && !isUnseen) continue;
    const { missing, wrong } = dataset ?? {};
    // A form has no other names than its fields'.
    const said = { phone: texts["error.phone"], cv: texts["no.cv"] }[name];
    const own = validity.valueMissing || isUnseen ? (missing ?? said) : wrong;
    faults ??= {};
    faults[name as FieldName] ??= validity.customError || !own ? validationMessage : own;
  }
  return faults;
}

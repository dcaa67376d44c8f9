import type { ReactNode } from "react";
import { describedBy, FieldError, type FieldProps } from "../field";

export interface Choice {
  value: string;
  label: string;
  /** Whether the label is Puerta's own text, in the page's language. */
  isOurs?: true;
}

interface ChoicesProps extends Pick<FieldProps, "name" | "error"> {
  type: "radio" | "checkbox";
  legend: ReactNode;
  hint?: ReactNode;
  choices: readonly Choice[];
  /** The values of the checked choices. */
  entered: readonly string[];
  isRequired: boolean;
  /** Whether at least one checkbox is required. HTML can't express this rule. */
  isGroupRequired?: boolean;
  /** The error message if nothing is chosen. */
  missing: string;
  /** Whether the answer is voluntary, so the browser must not store it. */
  isPrivate?: boolean;
  /** Language of the choices, if it isn't the page's. */
  lang?: string | undefined;
}

export function Choices(props: ChoicesProps) {
  const { name, type, legend, hint, choices, entered, error, lang } = props;
  const hasHint = hint !== undefined;
  return (
    <fieldset
      className={error === undefined ? "field" : "field field-invalid"}
      // ARIA 1.2 allows `aria-invalid` on a `radiogroup`, but not on a plain fieldset.
      role={type === "radio" ? "radiogroup" : undefined}
      {...describedBy(name, { hint: hasHint, error: error !== undefined })}
      {...(type === "checkbox" && { "aria-invalid": undefined })}
    >
      <legend>{legend}</legend>
      {hasHint && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
      {/* Lynx selects the first radio button, so the first button is not an answer. */}
      {type === "radio" && (
        <noscript>
          <label hidden>
            {" "}
            <input type="radio" name={name} value="" disabled /> –{" "}
          </label>
        </noscript>
      )}
      {choices.map(({ value, label, isOurs }, index) => {
        // The first control has the field's id, so that the error summary can link to the field.
        const id = index === 0 ? name : `choice-${index}-${name}`;
        return (
          <label className="choice" key={index} htmlFor={id}>
            <input
              id={id}
              type={type}
              name={name}
              value={value}
              required={props.isRequired}
              defaultChecked={entered.includes(value)}
              // Otherwise some browsers report an empty required radio button as invalid.
              aria-invalid={type === "radio" ? error !== undefined : undefined}
              data-missing={index === 0 ? props.missing : undefined}
              data-kind={props.isGroupRequired && index === 0 ? "some_of" : undefined}
              data-private={props.isPrivate ? "" : undefined}
            />
            <span {...(!isOurs && { lang, dir: "auto" })}>{label}</span>{" "}
          </label>
        );
      })}
    </fieldset>
  );
}

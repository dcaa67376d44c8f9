import type { ReactNode } from "react";
import { describedBy, FieldError, type FieldProps } from "../field";

export interface Choice {
  value: string;
  label: string;
  /** The label is in the page's language, whatever the company's is. */
  isOurs?: true;
}

interface ChoicesProps extends Pick<FieldProps, "name" | "error"> {
  type: "radio" | "checkbox";
  legend: ReactNode;
  hint?: ReactNode;
  choices: readonly Choice[];
  /** The values that were chosen before. */
  entered: readonly string[];
  isRequired: boolean;
  /** At least one checkbox is required, which HTML cannot express. */
  isGroupRequired?: boolean;
  /** The message if nothing is chosen. */
  missing: string;
  /** The browser must not store it. */
  isPrivate?: boolean;
  /** Language of the choices, if it is not the page's. */
  lang?: string | undefined;
}

/** A question with its answers below it, of which one is to be chosen, or several. */
export function Choices(props: ChoicesProps) {
  const { name, type, legend, hint, choices, entered, error, lang } = props;
  const hasHint = hint !== undefined;
  return (
    <fieldset
      className={error === undefined ? "field" : "field field-invalid"}
      // A plain fieldset may not be called invalid (ARIA 1.2), and may be a group of radios (ARIA in HTML).
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
      {/* Lynx chooses the first by itself: that is none of the answers. */}
      {type === "radio" && (
        <noscript>
          <label hidden>
            {" "}
            <input type="radio" name={name} value="" disabled /> –{" "}
          </label>
        </noscript>
      )}
      {choices.map(({ value, label, isOurs }, index) => {
        // The first carries the field's own id: a link to the field leads to its first control.
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
              // Browsers call a radio that is required and empty invalid, by default.
              aria-invalid={type === "radio" ? error !== undefined : undefined}
              data-missing={index === 0 ? props.missing : undefined}
              data-group={props.isGroupRequired && index === 0 ? "" : undefined}
              data-private={props.isPrivate ? "" : undefined}
            />
            <span {...(!isOurs && { lang, dir: "auto" })}>{label}</span>{" "}
          </label>
        );
      })}
    </fieldset>
  );
}

import { describedBy, FieldFrame, type FieldProps } from "./field";

interface TextFieldProps extends FieldProps {
  label: string;
  /** The error message if the field is empty. */
  missing: string;
  autoComplete: string;
  "data-max": number;
}

export function TextField({ name, label, missing, error, value, ...input }: TextFieldProps) {
  return (
    <FieldFrame name={name} label={label} error={error}>
      <input
        id={name}
        name={name}
        type="text"
        required
        autoCapitalize="words"
        spellCheck={false}
        enterKeyHint="next"
        defaultValue={value}
        data-missing={missing}
        {...input}
        {...describedBy(name, { hint: false, error: error !== undefined })}
      />
    </FieldFrame>
  );
}

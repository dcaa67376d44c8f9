import { describedBy, FieldFrame, type FieldProps } from "./field";

interface TextFieldProps extends FieldProps {
  label: string;
  hint?: string;
  type?: "text" | "tel";
  autoComplete: string;
  maxLength?: number;
}

export function TextField({
  name,
  label,
  hint,
  error,
  value,
  type = "text",
  ...input
}: TextFieldProps) {
  return (
    <FieldFrame name={name} label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      <input
        id={name}
        name={name}
        type={type}
        required
        defaultValue={value}
        {...input}
        {...describedBy(name, { hint: hint !== undefined, error: error !== undefined })}
      />
    </FieldFrame>
  );
}

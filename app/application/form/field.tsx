import type { ReactNode } from "react";
import type { FieldName } from "../model/application";

export interface FieldProps {
  name: FieldName;
  error?: string | undefined;
  value?: string | undefined;
}

/** Ids of what describes a field, and the attributes that tie it to them. */
export function describedBy(
  name: FieldName,
  { hint, also, error }: { hint: boolean; also?: string | undefined; error: boolean },
) {
  const ids = [hint && `${name}-hint`, also, error && `${name}-error`].filter(Boolean).join(" ");
  // Without `aria-invalid`, Firefox calls an empty required field invalid.
  return { "aria-describedby": ids || undefined, "aria-invalid": error };
}

interface FieldFrameProps {
  name: FieldName;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** A status of the field's says the error to screen readers: they find it once. */
  isErrorHeard?: boolean;
  children: ReactNode;
}

/** A field with its label, hint and message, in the order in which they are read. */
export function FieldFrame({ name, label, hint, error, isErrorHeard, children }: FieldFrameProps) {
  return (
    <div className={error === undefined ? "field" : "field field-invalid"}>
      <label htmlFor={name}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} isHeard={isErrorHeard} />
      {children}
    </div>
  );
}

interface FieldErrorProps {
  name: FieldName;
  error: string | undefined;
  isHeard?: boolean | undefined;
}

export function FieldError({ name, error, isHeard }: FieldErrorProps) {
  if (error === undefined) return null;
  return (
    <p className="field-error" id={`${name}-error`} aria-hidden={isHeard}>
      {error}
    </p>
  );
}

import type { ReactNode } from "react";
import type { FieldName } from "../model/application";

export interface FieldProps {
  name: FieldName;
  error?: string | undefined;
  value?: string | undefined;
}

/** Ids of what describes a field, and the attributes that tie it to them. */
export function describedBy(name: FieldName, { hint, error }: { hint: boolean; error: boolean }) {
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  // Firefox calls a field that is required and empty invalid, unless it is told otherwise.
  return { "aria-describedby": ids || undefined, "aria-invalid": error };
}

interface FieldFrameProps {
  name: FieldName;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** A field with its label, hint and message, in the order in which they are read. */
export function FieldFrame({ name, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className={error === undefined ? "field" : "field field-invalid"}>
      <label htmlFor={name}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} />
      {children}
    </div>
  );
}

export function FieldError({ name, error }: { name: FieldName; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p className="field-error" id={`${name}-error`}>
      {error}
    </p>
  );
}

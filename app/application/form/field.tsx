import type { ReactNode } from "react";
import type { FieldName } from "../model/application";

export interface FieldProps {
  name: FieldName;
  error?: string | undefined;
  value?: string | undefined;
}

export function describedBy(
  name: FieldName,
  { hint, also, error }: { hint: boolean; also?: string | undefined; error: boolean },
) {
  const ids = [hint && `${name}-hint`, also, error && `${name}-error`].filter(Boolean).join(" ");
  // Without `aria-invalid`, Firefox reports an empty required field as invalid.
  return { "aria-describedby": ids || undefined, "aria-invalid": error };
}

interface FieldFrameProps {
  name: FieldName;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Whether a status announces the error. The visible message then has `aria-hidden`. */
  isAnnounced?: boolean;
  children: ReactNode;
}

export function FieldFrame({ name, label, hint, error, isAnnounced, children }: FieldFrameProps) {
  return (
    <div className={error === undefined ? "field" : "field field-invalid"}>
      <label htmlFor={name}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <FieldError name={name} error={error} isAnnounced={isAnnounced} />
      {children}
    </div>
  );
}

interface FieldErrorProps {
  name: FieldName;
  error: string | undefined;
  isAnnounced?: boolean | undefined;
}

export function FieldError({ name, error, isAnnounced }: FieldErrorProps) {
  if (error === undefined) return null;
  return (
    <p className="field-error" id={`${name}-error`} aria-hidden={isAnnounced}>
      {error}
    </p>
  );
}

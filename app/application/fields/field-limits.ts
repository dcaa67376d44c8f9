import { FIELD_LIMITS } from "../../../contract/limits";

/** Default length limit of a one-line text, in UTF-16 units (like `maxlength`). */
export const TEXT_MAX_LENGTH = 500;

/** Default length limit of a long text, in UTF-16 units. */
export const LONG_TEXT_MAX_LENGTH = 5000;

export const EMAIL_MAX_LENGTH = 254;

export const URL_MAX_LENGTH = 2000;

/** A text field's length limit, in UTF-16 units. */
export function maxTextLength({ kind, max }: { kind: string; max?: number | undefined }): number {
  return Math.min(
    max ?? (kind === "text" ? TEXT_MAX_LENGTH : LONG_TEXT_MAX_LENGTH),
    FIELD_LIMITS.answer,
  );
}

/** A single-choice field with more options than this is rendered as a select. */
export const MAX_RADIOS = 7;

import { FIELD_LIMITS } from "../../../contract/limits";

/** Characters of a line of text that says no limit of its own, as `maxlength` counts them (UTF-16 units). */
export const TEXT_MAX_LENGTH = 500;

/** The same of a long text. */
export const LONG_TEXT_MAX_LENGTH = 5000;

export const EMAIL_MAX_LENGTH = 254;

export const URL_MAX_LENGTH = 2000;

/** Characters that a field for text takes. */
export function maxTextLength({ kind, max }: { kind: string; max?: number | undefined }): number {
  return Math.min(
    max ?? (kind === "text" ? TEXT_MAX_LENGTH : LONG_TEXT_MAX_LENGTH),
    FIELD_LIMITS.answer,
  );
}

/** A question with more options than these is a list that opens. */
export const MAX_RADIOS = 7;

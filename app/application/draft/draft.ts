import { isText, toRecord } from "../upload/file-draft";
import type { FieldErrors } from "../model/application";

/** A refusal's messages for fields and for the entire form. */
export interface DraftRefusal {
  errors: FieldErrors;
  message?: string | undefined;
}

/** A position's form, as the browser stores it. */
export interface Draft {
  applicationId: string;
  /** When the draft was last stored, in ms since 1970. */
  at: number;
  /** Entered values by draft key (`fieldKey`). A checked box is stored as its `value` attribute. */
  values: Record<string, string>;
  /** Files by field, in the format of `upload/file-draft.ts`. */
  files: Record<string, string>;
  /** A message about the refused application that the form corrects, if any. */
  corrects?: string | undefined;
  refusal?: DraftRefusal | undefined;
  /** Whether the application was received. If so, only its receipt can restore the draft. */
  isSent?: boolean | undefined;
}

const MAX_AGE_DAYS = 7;
/** A sent draft is needed until its application is delivered or given up. */
const SENT_MAX_AGE_DAYS = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Parses a stored draft. Returns undefined if the id or time is invalid, or if the draft has expired. Leaves out
 * other malformed properties, because companies' scripts can write to the same storage.
 *
 * @throws if `text` isn't JSON
 */
export function parseDraft(text: string, now: number): Draft | undefined {
  const stored = toRecord(JSON.parse(text));
  const { applicationId, at, corrects, refusal, isSent } = stored;
  if (!isText(applicationId) || !/^[\w-]{16,64}$/.test(applicationId)) return undefined;
  const days = isSent === true ? SENT_MAX_AGE_DAYS : MAX_AGE_DAYS;
  if (typeof at !== "number" || at > now || now - at >= days * DAY_MS) return undefined;
  const { errors, message } = toRecord(refusal);
  return {
    applicationId,
    at,
    values: pickTexts(stored.values),
    files: pickTexts(stored.files),
    corrects: isText(corrects) ? corrects : undefined,
    refusal: refusal
      ? { errors: pickTexts(errors), message: isText(message) ? message : undefined }
      : undefined,
    isSent: isSent === true,
  };
}

const pickTexts = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(toRecord(value)).filter((part): part is [string, string] => isText(part[1])),
  );

import { isText, toRecord } from "../upload/file-draft";
import type { FieldErrors } from "../model/application";

/** A refusal's messages for fields and for the whole form. */
export interface DraftRefusal {
  errors: FieldErrors;
  message?: string | undefined;
}

/** A position's unsent form, as the browser stores it. */
export interface Draft {
  applicationId: string;
  /** When it was last changed, in ms since 1970. */
  at: number;
  /** Entered values by field. A checked box has its value. */
  values: Record<string, string>;
  /** Files by field, in the format of `upload/file-draft.ts`. */
  files: Record<string, string>;
  /** If the form corrects a refused application: the platform's message. */
  corrects?: string | undefined;
  /** The last refusal. */
  refusal?: DraftRefusal | undefined;
  /** The application was received. Only its receipt can restore this draft. */
  isSent?: boolean | undefined;
}

/** Sent drafts are stored until the application is delivered or given up. */
const MAX_AGE_DAYS = 7;
const SENT_MAX_AGE_DAYS = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Parses a stored draft; undefined without a valid id and time. Leaves out other malformed parts, because
 * companies' scripts can write to the same storage.
 *
 * @throws if the text isn't JSON
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

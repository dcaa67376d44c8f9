import { isText, toRecord } from "../upload/file-draft";
import type { FieldErrors } from "../model/application";

/** The messages of a refusal: for single fields, and for the whole form. */
export interface DraftRefusal {
  errors: FieldErrors;
  message?: string | undefined;
}

/** A form that is not sent yet, as the browser stores it for one position. */
export interface Draft {
  applicationId: string;
  /** When it was last changed, in ms since 1970. */
  at: number;
  /** What was typed and chosen, by field; a checked box is its value. */
  values: Record<string, string>;
  /** The file of each field, as `upload/file-draft.ts` reads it. */
  files: Record<string, string>;
  /** The form corrects a refused application: what the platform said of it. */
  corrects?: string | undefined;
  /** Why it was refused when it was last sent. */
  refusal?: DraftRefusal | undefined;
  /** It was received, and only its receipt brings it back. */
  isSent?: boolean | undefined;
}

/** A draft is stored for so many days; one that was sent until it is delivered or given up. */
const MAX_AGE_DAYS = 7;
const SENT_MAX_AGE_DAYS = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a stored draft; throws if the text is no JSON. Companies' scripts write to the same storage: without
 * a valid id and time there is no draft, and anything else that is malformed is left out.
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

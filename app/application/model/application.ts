import { CV_FIELD } from "./files";
import type { Receipt } from "./receipt";

/** Names of the form's fields in HTML and in a POST. Questions are numbered from 0. */
export type FieldName =
  | "first_name"
  | "last_name"
  | "phone"
  | "cv"
  | `question-${number}`
  | `open_question-${number}`
  | `field-${string}`
  | "privacy_policy";

export type FieldValues = Partial<Record<FieldName, string>>;

export type FieldErrors = Partial<Record<FieldName, string>>;

export interface Answer {
  question: string;
  answer: string;
}

/** A validated application (specification, section 5). */
export interface Application {
  firstName: string;
  lastName: string;
  /** E.164, such as +34612345678. Empty if no number was entered. */
  phone: string;
  killerQuestions: Answer[];
  openQuestions: Answer[];
}

/** A CV that the server holds for a form. `size` is in bytes. */
export interface HeldUpload {
  /** The number by which the form refers to the CV. */
  upload: number;
  name: string;
  size: number;
  /** When the CV of a refused application is deleted, in ms since 1970. */
  until?: number | undefined;
}

export interface HeldFile extends HeldUpload {
  field: string;
}

export function groupHeldFiles(files: readonly HeldFile[]): {
  heldCv?: HeldUpload;
  heldFiles?: HeldFile[];
} {
  const [heldCv] = files
    .filter(({ field }) => field === CV_FIELD)
    .map(({ field: _, ...cv }): HeldUpload => cv);
  const others = files.filter(({ field }) => field !== CV_FIELD);
  return { ...(heldCv && { heldCv }), ...(others.length > 0 && { heldFiles: others }) };
}

/** A held CV as the form shows it. */
export interface NamedUpload extends Pick<HeldUpload, "upload" | "name" | "size"> {
  /** Overrides the form's default text about a held CV. */
  kept?: string | undefined;
}

/** The message after the platform's 409: the candidate has applied before. */
export interface Duplicate {
  text: string;
}

/** The result of posting a form. `status` is the HTTP status of the response: 410 if the position has closed. */
export type ApplyResult =
  | { outcome: "applied"; receipt: Receipt }
  | ({ outcome: "already-applied" } & Duplicate)
  /** `message` is about the entire form. `isCvGone`: the server no longer holds the CV. */
  | { outcome: "invalid"; errors: FieldErrors; message?: string; isCvGone?: true }
  | { outcome: "failed"; message: string; status: 400 | 410 | 413 | 422 | 429 | 503 };

import { CV_FIELD } from "./files";
import type { Receipt } from "./receipt";

/** The names of the form's fields in the HTML and in a POST. Questions are numbered from 0. */
export type FieldName =
  | "first_name"
  | "last_name"
  | "phone"
  | "cv"
  | `question-${number}`
  | `open_question-${number}`
  | `field-${string}`
  | "privacy_policy";

/** What a candidate entered, as text by field, without the file. A checked box is "true". */
export type FieldValues = Partial<Record<FieldName, string>>;

/** A message for each wrong field, in the order of the form. */
export type FieldErrors = Partial<Record<FieldName, string>>;

export interface Answer {
  question: string;
  answer: string;
}

/** An application that has passed every rule of the specification's section 5. */
export interface Application {
  firstName: string;
  lastName: string;
  /** E.164, such as +34612345678; empty where the position can do without, and none was given. */
  phone: string;
  killerQuestions: Answer[];
  openQuestions: Answer[];
}

/** A CV that the server holds until the form is sent and right. `size` in bytes. */
export interface HeldCv {
  /** The CV's number, by which the form names it. */
  upload: number;
  name: string;
  size: number;
  /** Until when the CV of a refused application is kept, in ms since 1970. */
  until?: number | undefined;
}

/** A file that the server holds in the same way, of any field. */
export interface HeldFile extends HeldCv {
  field: string;
}

/** The files that are held, as a form is given them: the CV, and the others if there are any. */
export function groupHeldFiles(files: readonly HeldFile[]): {
  heldCv?: HeldCv;
  heldFiles?: HeldFile[];
} {
  const [heldCv] = files
    .filter(({ field }) => field === CV_FIELD)
    .map(({ field: _, ...cv }): HeldCv => cv);
  const others = files.filter(({ field }) => field !== CV_FIELD);
  return { ...(heldCv && { heldCv }), ...(others.length > 0 && { heldFiles: others }) };
}

/** A held CV as the form names it. */
export interface NamedCv extends Pick<HeldCv, "upload" | "name" | "size"> {
  /** What the form says of it, where that is not what it says of every CV that is held. */
  kept?: string | undefined;
}

/** The message after a 409: the company already has an application, and did not take this one. */
export interface Duplicate {
  title: string;
  text: string;
}

/** The result of an attempt to apply. `status` is the HTTP status of the page that shows it. */
export type ApplyResult =
  | { outcome: "applied"; receipt: Receipt }
  | ({ outcome: "already-applied" } & Duplicate)
  /** `message`: what is said of the form as a whole. `isCvGone`: the CV that the form counts on is not held any more; the same one may come again. */
  | { outcome: "invalid"; errors: FieldErrors; message?: string; isCvGone?: true }
  | { outcome: "failed"; message: string; status: 400 | 413 | 422 | 429 | 503 };

import type { Receipt } from "./receipt";

/** The names of the form's fields, in the HTML and in a POST; questions are numbered from 0. */
export type FieldName =
  | "first_name"
  | "last_name"
  | "phone"
  | "cv"
  | `question-${number}`
  | `open_question-${number}`
  | "privacy_policy";

/** What a candidate entered, as text, by field; a checked box is "true". Never the file. */
export type FieldValues = Partial<Record<FieldName, string>>;

/** A message for each field that is wrong, in the order of the form. */
export type FieldErrors = Partial<Record<FieldName, string>>;

export interface Answer {
  question: string;
  answer: string;
}

/** An application that keeps every rule of the specification's section 5. */
export interface Application {
  firstName: string;
  lastName: string;
  /** E.164, such as +34612345678. */
  phone: string;
  killerQuestions: Answer[];
  openQuestions: Answer[];
}

/** A CV that the server holds for a form that is not right yet. `size` in bytes. */
export interface HeldCv {
  /** Names it in the form. */
  upload: number;
  name: string;
  size: number;
}

/** What came of a try to apply. `status` is the HTTP status of the page that says so. */
export type ApplyResult =
  | { outcome: "applied"; receipt: Receipt }
  | { outcome: "already-applied" }
  | { outcome: "invalid"; errors: FieldErrors }
  | { outcome: "failed"; message: string; status: 400 | 413 | 422 | 429 | 503 };

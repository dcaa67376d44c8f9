import type { Duplicate, FieldErrors, FieldName } from "../model/application";
import type { Answers } from "../model/receipt";
import type { ReceiptView } from "../receipt/receipt-view.server";

/** The form's state (specification, section 4). */
export type Submission =
  | { state: "idle"; errors: FieldErrors; message?: string | undefined }
  | { state: "uploading" }
  /** Offline. The form is sent once the browser is online. */
  | { state: "waiting" }
  | { state: "verifying" }
  | { state: "sending" }
  | ({ state: "applied" } & Accepted);

/** The content that replaces the form: a receipt or a notice. */
interface Accepted {
  duplicate?: Duplicate | undefined;
  receipt?: ReceiptView | undefined;
  /** The sent answers, which only this tab has. */
  answers?: Answers | undefined;
}

export type SubmissionEvent =
  | { type: "submitted"; isUploading?: boolean }
  /** Uploads no longer delay the submit. */
  | { type: "uploaded" }
  | { type: "offline" }
  | { type: "online" }
  /** The bot check, if any, has ended. */
  | { type: "verified" }
  | ({ type: "accepted" } & Accepted)
  | { type: "returned"; errors: FieldErrors; message?: string | undefined }
  | { type: "corrected"; field: FieldName };

/** Returns the next state. Ignores events that don't apply to the current state. */
export function submissionReducer(submission: Submission, event: SubmissionEvent): Submission {
  if (submission.state === "applied") return submission;
  switch (event.type) {
    case "submitted":
      if (submission.state !== "idle") return submission;
      return { state: event.isUploading ? "uploading" : "verifying" };
    case "uploaded":
      return submission.state === "uploading" ? { state: "verifying" } : submission;
    case "offline":
      return submission.state === "idle" ? submission : { state: "waiting" };
    case "online":
      return submission.state === "waiting" ? { state: "verifying" } : submission;
    case "verified":
      return submission.state === "verifying" ? { state: "sending" } : submission;
    case "accepted":
      return {
        state: "applied",
        duplicate: event.duplicate,
        receipt: event.receipt,
        answers: event.answers,
      };
    case "returned":
      return { state: "idle", errors: event.errors, message: event.message };
    case "corrected": {
      if (submission.state !== "idle" || !(event.field in submission.errors)) return submission;
      const { [event.field]: _, ...errors } = submission.errors;
      return { ...submission, errors };
    }
  }
}

import type { Duplicate, FieldErrors, FieldName } from "../model/application";
import type { ReceiptView } from "../receipt/receipt-view.server";

/** The state of a form in the browser (specification, section 4). */
export type Submission =
  | { state: "idle"; errors: FieldErrors; message?: string | undefined }
  /** A file is still being uploaded. */
  | { state: "uploading" }
  /** There is no connection. The form is sent when there is one. */
  | { state: "waiting" }
  /** The bot check runs. */
  | { state: "verifying" }
  | { state: "sending" }
  /** The browser remembers it, or the platform answered so. */
  | ({ state: "applied" } & Accepted);

/** What is shown in the form's place: a receipt, or that the position was applied to. */
interface Accepted {
  duplicate?: Duplicate | undefined;
  receipt?: ReceiptView | undefined;
}

export type SubmissionEvent =
  /** The candidate has sent a form that the browser finds valid. */
  | { type: "submitted"; isUploading?: boolean }
  /** The uploads have ended, successfully or not. */
  | { type: "uploaded" }
  | { type: "offline" }
  | { type: "online" }
  /** The bot check has ended, with a result or without. */
  | { type: "verified" }
  | ({ type: "accepted" } & Accepted)
  | { type: "returned"; errors: FieldErrors; message?: string | undefined }
  /** The field of an error is valid now. */
  | { type: "corrected"; field: FieldName };

/** The next state. Events that do not belong to a state are ignored. */
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
      return { state: "applied", duplicate: event.duplicate, receipt: event.receipt };
    case "returned":
      return { state: "idle", errors: event.errors, message: event.message };
    case "corrected": {
      if (submission.state !== "idle" || !(event.field in submission.errors)) return submission;
      const { [event.field]: _, ...errors } = submission.errors;
      return { ...submission, errors };
    }
  }
}

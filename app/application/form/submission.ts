import type { Duplicate, FieldErrors, FieldName } from "../model/application";

/**
 * Where a form stands in the browser (specification, section 4): idle, uploading while its CV is
 * still on its way, waiting for a connection, verifying while the bot check runs, sending, applied.
 */
export type Submission =
  | { state: "idle"; errors: FieldErrors; message?: string | undefined }
  /** The CV is still on its way up. */
  | { state: "uploading" }
  /** There is no connection: it goes by itself when there is one. */
  | { state: "waiting" }
  | { state: "verifying" }
  | { state: "sending" }
  /** As the browser remembers it, or as the platform has answered. A form that was taken gives way to its receipt's own page. */
  | { state: "applied"; duplicate?: Duplicate | undefined };

export type SubmissionEvent =
  /** The candidate has sent off a form that is valid as far as the browser can tell. */
  | { type: "submitted"; isUploading?: boolean }
  /** The CV has come to its end, held by the server or not. */
  | { type: "uploaded" }
  /** The connection is gone, and is back. */
  | { type: "offline" }
  | { type: "online" }
  /** The bot check has come to its end, with a result or without. */
  | { type: "verified" }
  | { type: "accepted"; duplicate?: Duplicate | undefined }
  | { type: "returned"; errors: FieldErrors; message?: string | undefined }
  /** The field of an error is valid now. */
  | { type: "corrected"; field: FieldName };

/** The next state. An event that does not belong to a state changes nothing. */
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
      return { state: "applied", duplicate: event.duplicate };
    case "returned":
      return { state: "idle", errors: event.errors, message: event.message };
    case "corrected": {
      if (submission.state !== "idle" || !(event.field in submission.errors)) return submission;
      const { [event.field]: _, ...errors } = submission.errors;
      return { ...submission, errors };
    }
  }
}

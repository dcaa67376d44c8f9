import type { FieldErrors } from "./application";

/** Where a form stands in the browser. */
export type Submission =
  | { state: "idle"; errors: FieldErrors; message?: string }
  | { state: "sending" }
  | { state: "applied" };

export type SubmissionEvent =
  | { type: "sent-off" }
  | { type: "accepted" }
  | { type: "returned"; errors: FieldErrors; message?: string };

/** The next state. What arrives after the application is in changes nothing any more. */
export function submissionReducer(submission: Submission, event: SubmissionEvent): Submission {
  if (submission.state === "applied") return submission;
  switch (event.type) {
    case "sent-off":
      return { state: "sending" };
    case "accepted":
      return { state: "applied" };
    case "returned":
      return {
        state: "idle",
        errors: event.errors,
        ...(event.message === undefined ? {} : { message: event.message }),
      };
  }
}

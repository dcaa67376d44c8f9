import type { ApplyResult } from "../model/application";
import type { Submission } from "./submission";

/** Where the form stands on the page that answers a try to apply. */
export function submissionAfter(result: ApplyResult): Submission {
  switch (result.outcome) {
    // A page leads from what was applied to its receipt.
    case "applied":
      return { state: "applied" };
    case "already-applied":
      return { state: "applied", duplicate: { title: result.title, text: result.text } };
    case "invalid":
      return { state: "idle", errors: result.errors, message: result.message };
    case "failed":
      return { state: "idle", errors: {}, message: result.message };
  }
}

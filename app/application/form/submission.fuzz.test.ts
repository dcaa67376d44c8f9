import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText, manyTries, runs, proved } from "../../../tests/support/arbitraries";
import { submissionReducer, type Submission, type SubmissionEvent } from "./submission";

const errors = fc.dictionary(fc.constantFrom("phone", "cv", "first_name"), anyText);

const event: fc.Arbitrary<SubmissionEvent> = fc.oneof(
  fc.record({ type: fc.constant("submitted" as const), isUploading: fc.boolean() }),
  fc.constantFrom<SubmissionEvent>(
    { type: "submitted" },
    { type: "uploaded" },
    { type: "offline" },
    { type: "online" },
    { type: "verified" },
    { type: "accepted" },
    { type: "mended", field: "phone" },
  ),
  fc.record(
    { type: fc.constant("returned" as const), errors, message: anyText },
    { requiredKeys: ["type", "errors"] },
  ),
);

test(
  "whatever happens in whatever order, a form is sent only after a check",
  manyTries,
  async () => {
    await proved(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let before: Submission = { state: "idle", errors: {} };
        for (const happened of events) {
          const after = submissionReducer(before, happened);
          if (before.state === "applied") expect(after).toBe(before);
          if (after.state === "sending" && before.state !== "sending") {
            expect([before.state, happened.type]).toEqual(["verifying", "verified"]);
          }
          // What a candidate has not sent off stays with them, whatever the line does.
          if (before.state === "idle" && after.state !== "idle") {
            expect(["submitted", "accepted"]).toContain(happened.type);
          }
          before = after;
        }
      }),
      runs,
    );
  },
);

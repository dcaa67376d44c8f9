import { expect, test } from "vitest";
import { submissionReducer, type Submission, type SubmissionEvent } from "./submission";

const idle: Submission = { state: "idle", errors: {} };
const refused: SubmissionEvent = { type: "returned", errors: { phone: "No" }, message: "Refused" };

test.each<[string, Submission, SubmissionEvent, Submission]>([
  ["is being sent", idle, { type: "sent-off" }, { state: "sending" }],
  ["is applied", { state: "sending" }, { type: "accepted" }, { state: "applied" }],
  [
    "comes back with what is wrong",
    { state: "sending" },
    refused,
    { state: "idle", errors: { phone: "No" }, message: "Refused" },
  ],
  [
    "comes back without a message for the whole",
    { state: "sending" },
    { type: "returned", errors: { phone: "No" } },
    { state: "idle", errors: { phone: "No" } },
  ],
  [
    "stays applied when it is sent again",
    { state: "applied" },
    { type: "sent-off" },
    { state: "applied" },
  ],
  [
    "stays applied when a failure arrives late",
    { state: "applied" },
    refused,
    { state: "applied" },
  ],
])("a form %s", (_, before, event, after) => {
  expect(submissionReducer(before, event)).toEqual(after);
});

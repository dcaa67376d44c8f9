import { expect, test } from "vitest";
import { submissionReducer, type Submission, type SubmissionEvent } from "./submission";

const idle: Submission = { state: "idle", errors: {} };
const verifying: Submission = { state: "verifying" };
const sending: Submission = { state: "sending" };
const applied: Submission = { state: "applied" };
const refused: SubmissionEvent = { type: "returned", errors: { phone: "No" }, message: "Refused" };
const returned: Submission = { state: "idle", errors: { phone: "No" }, message: "Refused" };

test.each<[string, Submission, SubmissionEvent, Submission]>([
  ["idle is verified after the click", idle, { type: "submitted" }, verifying],
  ["verifying is sent when the check is over", verifying, { type: "verified" }, sending],
  ["sending is applied when it is accepted", sending, { type: "accepted" }, applied],
  ["idle starts as applied when the list says so", idle, { type: "accepted" }, applied],
  ["verifying comes back with what is wrong", verifying, refused, returned],
  ["sending comes back with what is wrong", sending, refused, returned],
  [
    "sending comes back without a message for the whole",
    sending,
    { type: "returned", errors: { phone: "No" } },
    { state: "idle", errors: { phone: "No" } },
  ],
  ["idle again can be sent again", returned, { type: "submitted" }, verifying],
  ["verifying is not begun twice", verifying, { type: "submitted" }, verifying],
  ["sending is not begun twice", sending, { type: "submitted" }, sending],
  ["sending is not begun by a check that comes late", sending, { type: "verified" }, sending],
  ["idle is not sent by a check that comes late", idle, { type: "verified" }, idle],
  ["applied ignores a second submit", applied, { type: "submitted" }, applied],
  ["applied ignores a check that comes late", applied, { type: "verified" }, applied],
  ["applied ignores a failure that arrives late", applied, refused, applied],
])("a form that is %s", (_, before, event, after) => {
  expect(submissionReducer(before, event)).toEqual(after);
});

import { expect, test } from "vitest";
import { submissionReducer, type Submission, type SubmissionEvent } from "./submission";

const idle: Submission = { state: "idle", errors: {} };
const verifying: Submission = { state: "verifying" };
const sending: Submission = { state: "sending" };
const applied: Submission = { state: "applied" };
const uploading: Submission = { state: "uploading" };
const waiting: Submission = { state: "waiting" };
const submitted = (isUploading: boolean): SubmissionEvent => ({ type: "submitted", isUploading });
const duplicate = { text: "There is one." };
const duplicated: SubmissionEvent = { type: "accepted", duplicate };
const withoutMessage: SubmissionEvent = { type: "returned", errors: { phone: "No" } };
const fixed: Submission = { state: "idle", errors: {}, message: "Refused" };
const refused: SubmissionEvent = { type: "returned", errors: { phone: "No" }, message: "Refused" };
const corrected: SubmissionEvent = { type: "corrected", field: "phone" };
const returned: Submission = { state: "idle", errors: { phone: "No" }, message: "Refused" };

test.each<[string, Submission, SubmissionEvent, Submission]>([
  ["idle: submit starts the bot check [4.01]", idle, { type: "submitted" }, verifying],
  ["idle: submit waits for an upload", idle, submitted(true), uploading],
  ["idle: submit without an upload starts the bot check", idle, submitted(false), verifying],
  ["uploading: starts the bot check after the upload", uploading, { type: "uploaded" }, verifying],
  ["uploading: ignores a second submit", uploading, { type: "submitted" }, uploading],
  ["uploading: shows the errors of a returned form", uploading, refused, returned],
  ["idle: removes the error of a corrected field", returned, corrected, fixed],
  ["idle: ignores a corrected field without an error", idle, corrected, idle],
  ["sending: ignores a corrected field", sending, corrected, sending],
  ["uploading: waits while offline", uploading, { type: "offline" }, waiting],
  ["verifying: waits while offline", verifying, { type: "offline" }, waiting],
  ["sending: waits while offline", sending, { type: "offline" }, waiting],
  ["waiting: starts the bot check again when online", waiting, { type: "online" }, verifying],
  ["waiting: ignores a late bot check", waiting, { type: "verified" }, waiting],
  ["waiting: ignores a late upload", waiting, { type: "uploaded" }, waiting],
  ["idle: ignores going offline", idle, { type: "offline" }, idle],
  ["idle: ignores going online", idle, { type: "online" }, idle],
  ["idle: ignores a finished upload", idle, { type: "uploaded" }, idle],
  ["sending: ignores going online", sending, { type: "online" }, sending],
  ["verifying: sends after the bot check [4.03]", verifying, { type: "verified" }, sending],
  ["sending: becomes applied when accepted [4.04]", sending, { type: "accepted" }, applied],
  ["sending: shows a duplicate", sending, duplicated, { ...applied, duplicate }],
  [
    "idle: becomes applied if the candidate applied before in this browser [4.06]",
    idle,
    { type: "accepted" },
    applied,
  ],
  ["verifying: shows the errors of a returned form [4.10]", verifying, refused, returned],
  ["sending: shows the errors of a returned form [4.11]", sending, refused, returned],
  [
    "sending: shows errors without a message",
    sending,
    withoutMessage,
    { ...idle, errors: { phone: "No" } },
  ],
  ["idle: can be submitted again", returned, { type: "submitted" }, verifying],
  ["verifying: ignores a second submit", verifying, { type: "submitted" }, verifying],
  ["sending: ignores a second submit", sending, { type: "submitted" }, sending],
  ["sending: ignores a late bot check", sending, { type: "verified" }, sending],
  ["idle: ignores a late bot check", idle, { type: "verified" }, idle],
  ["applied: ignores a second submit [4.12]", applied, { type: "submitted" }, applied],
  ["applied: ignores a late bot check", applied, { type: "verified" }, applied],
  ["applied: ignores a late failure", applied, refused, applied],
])("%s", (_, before, event, after) => {
  expect(submissionReducer(before, event)).toEqual(after);
});

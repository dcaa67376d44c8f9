import { expect, test } from "vitest";
import { submissionReducer, type Submission, type SubmissionEvent } from "./submission";

const idle: Submission = { state: "idle", errors: {} };
const verifying: Submission = { state: "verifying" };
const sending: Submission = { state: "sending" };
const applied: Submission = { state: "applied" };
const uploading: Submission = { state: "uploading" };
const waiting: Submission = { state: "waiting" };
const submitted = (isUploading: boolean): SubmissionEvent => ({ type: "submitted", isUploading });
const duplicate = { title: "Not sent", text: "There is one." };
const known: SubmissionEvent = { type: "accepted", duplicate };
const silent: SubmissionEvent = { type: "returned", errors: { phone: "No" } };
const right: Submission = { state: "idle", errors: {}, message: "Refused" };
const refused: SubmissionEvent = { type: "returned", errors: { phone: "No" }, message: "Refused" };
const corrected: SubmissionEvent = { type: "corrected", field: "phone" };
const returned: Submission = { state: "idle", errors: { phone: "No" }, message: "Refused" };

test.each<[string, Submission, SubmissionEvent, Submission]>([
  ["idle is verified after the click [4.01]", idle, { type: "submitted" }, verifying],
  ["idle waits for its CV after the click", idle, submitted(true), uploading],
  ["idle is verified at once with no CV on its way", idle, submitted(false), verifying],
  ["uploading is verified when its CV has come up", uploading, { type: "uploaded" }, verifying],
  ["uploading is not begun twice", uploading, { type: "submitted" }, uploading],
  ["uploading comes back with what is wrong", uploading, refused, returned],
  ["what was said of a field goes when it is right", returned, corrected, right],
  ["nothing was said of a field that is right", idle, corrected, idle],
  ["being sent goes on while a field is changed", sending, corrected, sending],
  ["uploading waits when the line is gone", uploading, { type: "offline" }, waiting],
  ["verifying waits when the line is gone", verifying, { type: "offline" }, waiting],
  ["sending waits when the line is gone", sending, { type: "offline" }, waiting],
  ["waiting goes on when the line is back", waiting, { type: "online" }, verifying],
  ["waiting is not sent by a check that comes late", waiting, { type: "verified" }, waiting],
  ["waiting is not begun by a CV that comes up late", waiting, { type: "uploaded" }, waiting],
  ["idle does not notice that the line is gone", idle, { type: "offline" }, idle],
  ["idle does not send itself when the line is back", idle, { type: "online" }, idle],
  ["idle is not sent when its CV has come up", idle, { type: "uploaded" }, idle],
  ["sending does not start again without an offline event", sending, { type: "online" }, sending],
  ["verifying is sent when the check is over [4.03]", verifying, { type: "verified" }, sending],
  ["sending is applied when it is accepted [4.04]", sending, { type: "accepted" }, applied],
  ["sending says of a duplicate what it is given", sending, known, { ...applied, duplicate }],
  ["idle starts as applied when the list says so [4.06]", idle, { type: "accepted" }, applied],
  ["verifying comes back with what is wrong [4.10]", verifying, refused, returned],
  ["sending comes back with what is wrong [4.11]", sending, refused, returned],
  ["sending comes back without a message", sending, silent, { ...idle, errors: { phone: "No" } }],
  ["idle again can be sent again", returned, { type: "submitted" }, verifying],
  ["verifying is not begun twice", verifying, { type: "submitted" }, verifying],
  ["sending is not begun twice", sending, { type: "submitted" }, sending],
  ["sending is not begun by a check that comes late", sending, { type: "verified" }, sending],
  ["idle is not sent by a check that comes late", idle, { type: "verified" }, idle],
  ["applied ignores a second submit [4.12]", applied, { type: "submitted" }, applied],
  ["applied ignores a check that comes late", applied, { type: "verified" }, applied],
  ["applied ignores a failure that arrives late", applied, refused, applied],
])("a form that is %s", (_, before, event, after) => {
  expect(submissionReducer(before, event)).toEqual(after);
});

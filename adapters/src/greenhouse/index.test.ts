import { expect, test } from "vitest";
import type { Job } from "../system-interface";
import { readOutcome } from ".";

const ACME = { language_default: "en" } as const;
const JOB: Pick<Job, "fields"> = { fields: [{ id: "email", kind: "email" }] };

test.each([
  ["no body", undefined, "accepted"],
  ["an empty error", { success: "Candidate saved successfully", error: "" }, "accepted"],
  ["an error", { error: "Invalid attributes: email" }, "refused"],
  ["`success: false`", { success: false, error: "" }, "refused"],
])("reads a 200 with %s (%j) as %s", (_, body, outcome) => {
  const posted = { status: 200, body, isHtml: false, retryAfter: undefined };
  expect(readOutcome(posted, JOB, ACME).outcome).toBe(outcome);
});

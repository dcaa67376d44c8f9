import { expect, test } from "vitest";
import { readOutcome } from ".";

const CANDIDATE = { candidate: { id: 9001 } };

test.each([
  ["no error", { ...CANDIDATE }, "accepted"],
  ["a null error", { ...CANDIDATE, error: null }, "accepted"],
  ["an empty list of errors", { ...CANDIDATE, error: [] }, "accepted"],
  ["an empty error", { ...CANDIDATE, error: "" }, "accepted"],
  ["an error", { ...CANDIDATE, error: ["The offer is full"] }, "refused"],
  ["`success: false`", { ...CANDIDATE, success: false, error: null }, "refused"],
])("reads a 201 with a candidate and %s (%j) as %s", (_, body, outcome) => {
  const posted = { status: 201, body, isHtml: false, retryAfter: undefined };
  expect(readOutcome(posted).outcome).toBe(outcome);
});

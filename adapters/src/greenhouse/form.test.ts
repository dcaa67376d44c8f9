import { expect, test } from "vitest";
import { messagesFor } from "./messages";
import { toForm } from "./form";
import { JobResponse } from "./format";

test("requires an email even if it is optional in the board's form", () => {
  const email = {
    required: false,
    label: "Email",
    fields: [{ name: "email", type: "input_text" }],
  };
  const job = JobResponse.parse({ id: 1, title: "Potter", questions: [email] });
  const { fields } = toForm(job, { name: "Acme", leaveOut: [] }, messagesFor("en"));
  expect(fields).toEqual([{ id: "email", kind: "email", required: true }]);
});

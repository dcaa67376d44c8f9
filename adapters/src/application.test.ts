import { expect, test } from "vitest";
import { readApplication } from "./application";
import type { Form, Upload } from "./form";
import { messagesFor } from "./messages";
import type { Job, JobField } from "./system-interface";

const messages = messagesFor("en");
const FIELDS: JobField[] = [
  { id: "text", kind: "text", max: 5 },
  { id: "date", kind: "date" },
  { id: "film", kind: "file", accept: ["mp4"] },
  { id: "dance", kind: "a:dance" },
];

const job = (more: Partial<Job> = {}): Job => ({
  ...{ externalId: "1", name: "Potter", description: "", fields: FIELDS },
  standard: { phone: "required", cv: "required" },
  cv_accept: ["pdf"],
  cv_max_bytes: 10,
  ...more,
});
const cv = (name: string, size = 1): Upload => ({ name, type: "", size, pieces: [] });

function read(parts: Record<string, unknown>, answers: Record<string, unknown> = {}, at = job()) {
  const fields = Object.entries(answers).map(([id, value]) => ({ id, value }));
  const form = new Map<string, unknown>(
    Object.entries({
      ...{ first_name: "Ana", last_name: "Núñez", phone: "+34600000001", privacy_policy: "true" },
      cv: cv("cv.PDF", 10),
      fields: JSON.stringify(fields),
      ...parts,
    }),
  );
  // `undefined` means a missing part.
  return readApplication(form as Form, at, messages);
}

test.each<[field: string, value: unknown, message: string]>([
  ["first_name", " ", messages.name],
  ["last_name", "ñ".repeat(101), messages.name],
  ["phone", "600", messages.phone],
  ["phone", undefined, messages.phone],
  ["cv", cv("cv.png"), messages.file.type],
  ["cv", cv("cv.pdf", 0), messages.file.empty],
  ["cv", cv("cv.pdf", 11), messages.file.large],
  ["cv", undefined, messages.file.missing],
  ["cv", cv("", 0), messages.file.missing],
  ["privacy_policy", "false", messages.privacy],
])("reports an error at %s for %j", (field, value, message) => {
  expect(read({ [field]: value })).toEqual({ errors: [{ field, message }] });
});

test.each<[answers: Record<string, unknown>, message: string]>([
  [{ text: ["a"] }, messages.answer.wrong],
  [{ text: "ññññññ" }, messages.answer.long],
  [{ date: "2027-02-30" }, messages.answer.wrong],
])("reports an error for the answers %j", (answers, message) => {
  expect(read({}, answers)).toEqual({
    errors: Object.keys(answers).map((field) => ({ field, message })),
  });
});

test("reports a file of the wrong type", () => {
  expect(read({ "file:film": cv("film.gif") })).toEqual({
    errors: [{ field: "film", message: messages.file.type }],
  });
});

test("reports missing required answers, including those of unsupported fields", () => {
  const fields = FIELDS.map((field) => ({ ...field, required: true }));
  expect(read({}, {}, job({ fields }))).toEqual({
    errors: FIELDS.map(({ id, kind }) => ({
      field: id,
      message: kind === "file" ? messages.file.missing : messages.answer.missing,
    })),
  });
});

test("drops a phone number and a CV if the form has no such fields", () => {
  const off = job({ standard: { phone: "off", cv: "off" } });
  expect(read({}, {}, off)).toMatchObject({ application: { phone: undefined, cv: undefined } });
});

const TWICE = '[{"id":"a","value":"b"},{"id":"a","value":"c"}]';
test.each(["{", '[{"id":"a"}]', TWICE])("rejects the malformed `fields` %s", (fields) => {
  expect(read({ fields })).toEqual({ errors: [] });
});

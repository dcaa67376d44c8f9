import { expect, test } from "vitest";
import { readApplication } from "./application";
import type { Form, Upload } from "./form";
import { messagesFor } from "./messages";
import type { Field, Job } from "./system";

const messages = messagesFor("en");
const options = ["a", "b"].map((value) => ({ value, label: value }));

/** A field of each kind, optional. */
const FIELDS: Field[] = [
  { id: "email", kind: "email" },
  { id: "text", kind: "text", max: 5 },
  { id: "url", kind: "url" },
  { id: "number", kind: "number", min: 1, max: 9 },
  { id: "date", kind: "date" },
  { id: "yes_no", kind: "yes_no" },
  { id: "one_of", kind: "one_of", options },
  { id: "some_of", kind: "some_of", options },
  { id: "consent", kind: "consent" },
  { id: "film", kind: "film" },
];

const job = (more: Partial<Job> = {}): Job => ({
  ...{ there: "1", name: "Potter", description: "", fields: FIELDS },
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
  // A part that is undefined is one that is missing.
  return readApplication(form as Form, at, messages);
}

test.each<[field: string, value: unknown, message: string]>([
  ["first_name", " ", messages.name],
  ["last_name", "ñ".repeat(101), messages.name],
  ["phone", "600", messages.phone],
  ["phone", undefined, messages.phone],
  ["cv", cv("cv.png"), messages.fileType],
  ["cv", cv("cv.pdf", 0), messages.fileEmpty],
  ["cv", cv("cv.pdf", 11), messages.fileTooLarge],
  ["cv", undefined, messages.fileMissing],
  ["cv", cv("", 0), messages.fileMissing],
  ["privacy_policy", "false", messages.privacy],
])("%s may not be %j", (field, value, message) => {
  expect(read({ [field]: value })).toEqual({ errors: [{ field, message }] });
});

test.each<[field: string, right: unknown[], wrong: unknown[]]>([
  ["email", ["a@b"], ["ana", "a b@c", true]],
  ["text", ["ñññññ", ""], [["a"]]],
  ["url", ["https://a.example"], ["a.example", "ftp://a.example", "https://"]],
  ["number", ["1", "9", "1.5"], ["0", "10", "1e1", "x"]],
  ["date", ["2027-02-28"], ["2027-02-30", "28.2.2027"]],
  ["yes_no", [false], ["yes"]],
  ["one_of", ["a"], ["c", ["a"]]],
  ["some_of", [["a", "b"], []], [["c"], ["a", "a"], "a"]],
  ["consent", [{ given: true, text: "x" }], [{ given: true, text: "" }, true]],
  ["film", [""], ["x"]],
])("%s: %j are right, %j wrong", (field, right, wrong) => {
  for (const value of right) {
    expect(read({}, { [field]: value })).toHaveProperty("application");
  }
  for (const value of wrong) {
    expect(read({}, { [field]: value })).toEqual({ errors: [{ field, message: messages.wrong }] });
  }
});

test("a text may have so many characters", () => {
  expect(read({}, { text: "ññññññ" })).toEqual({
    errors: [{ field: "text", message: messages.long }],
  });
});

test("what is required must be answered; notes and voluntary questions need not be", () => {
  const required: Field[] = FIELDS.map((field) => ({ ...field, required: true }));
  const fields: Field[] = [
    ...required,
    { id: "note", kind: "note", required: true },
    { id: "own", kind: "text", required: true, section: "voluntary" },
  ];
  const none = { some_of: [], consent: { given: false, text: "x" } };
  expect(read({}, none, job({ fields }))).toEqual({
    errors: FIELDS.map(({ id }) => ({ field: id, message: messages.missing })),
  });
});

test("a phone and a CV that are not asked are dropped", () => {
  const off = job({ standard: { phone: "off", cv: "off" } });
  expect(read({}, {}, off)).toMatchObject({ application: { phone: undefined, cv: undefined } });
});

const TWICE = '[{"id":"a","value":"b"},{"id":"a","value":"c"}]';
test.each(["{", '[{"id":"a"}]', TWICE])("the fields %s cannot be read", (fields) => {
  expect(read({ fields })).toEqual({ errors: [] });
});

import { describe, expect, test } from "vitest";
import { Questions } from "~/contract/questions";
import { messagesFor } from "./messages";
import { readApplication, type StandardFields } from "./validation";

const en = messagesFor("en");
const pdf = () => new File(["%PDF-1.7"], "cv.pdf", { type: "application/pdf" });
const questions = Questions.parse([
  { question: "Driving licence?", answers: ["Yes", "No"] },
  { question: "Why us?" },
]);
const killer = (answer: string, question = "Driving licence?") =>
  JSON.stringify([{ question, answer }]);
const open = (answer: string, question = "Why us?") => JSON.stringify([{ question, answer }]);

const VALID: Record<string, string | File> = {
  first_name: "María José",
  last_name: "O'Neill Núñez",
  phone: "+34612345678",
  cv: pdf(),
  privacy_policy: "true",
  killer_questions: killer("Yes"),
};

function read(
  changes: Record<string, string | File | undefined>,
  isCvRequired = true,
  standard: Partial<StandardFields> = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...VALID, ...changes })) {
    if (value !== undefined) form.append(name, value);
  }
  const cv = isCvRequired ? "required" : "optional";
  return readApplication(form, questions, { phone: "required", cv, ...standard }, en);
}

describe("readApplication with valid parts", () => {
  test.each([
    ["a name of 100 non-ASCII characters", { first_name: "é".repeat(100) }],
    ["a name of 100 emoji", { last_name: "🙂".repeat(100) }],
    ["an empty answer to an open question", { open_questions: open("") }],
    ["an open answer of 5000 characters", { open_questions: open("ñ".repeat(5000)) }],
    ["unknown fields", { recaptcha_token: "", utm: "x" }],
  ])("accepts %s", (_, changes) => {
    expect(read(changes)).toHaveProperty("application");
  });

  test.each([
    ["no CV", undefined],
    ["an empty file without a name", new File([], "")],
  ])("accepts %s if a CV is not required", (_, cv) => {
    expect(read({ cv }, false)).toMatchObject({ application: { last_name: "O'Neill Núñez" } });
    expect(read({ cv }, false)).not.toHaveProperty("application.cv.name");
  });

  test.each(["optional", "off"] as const)(
    "accepts a missing phone number if the field is %s",
    (phone) => {
      for (const empty of ["", undefined]) {
        expect(read({ phone: empty }, true, { phone })).not.toHaveProperty("application.phone", "");
        expect(read({ phone: empty }, true, { phone })).toHaveProperty("application");
      }
      expect(read({ phone: "612" }, true, { phone })).toEqual({ detail: en.phone });
    },
  );

  test.each([
    [" Mari\u0301a  José\n", "Mari\u0301a  José"],
    ["\u202e Ana\u2069 \u200b", "Ana"],
    ["می\u200cخواهم\u200f", "می\u200cخواهم\u200f"],
  ])("removes outer spaces and direction overrides from the name %j", (first_name, expected) => {
    expect(read({ first_name })).toMatchObject({ application: { first_name: expected } });
  });

  test("removes direction overrides from an open answer before its length is checked", () => {
    const answer = "a".repeat(5000);
    expect(read({ open_questions: open(`\u202e${answer}\u200b`) })).toMatchObject({
      application: { open_questions: [{ question: "Why us?", answer }] },
    });
  });
});

describe("readApplication with invalid parts", () => {
  test.each([
    ["no first name", { first_name: undefined }, en.firstName],
    [
      "a first name with only direction overrides",
      { first_name: "\u202e\u2066\u200b" },
      en.firstName,
    ],
    ["a first name of 101 characters", { first_name: "a".repeat(101) }, en.nameTooLong],
    ["a file as a first name", { first_name: pdf() }, en.firstName],
    ["no phone number", { phone: undefined }, en.phone],
    ["a national phone number", { phone: "612345678" }, en.phone],
    ["a phone number with spaces", { phone: "+34 612 345 678" }, en.phone],
    ["a phone number of 16 digits", { phone: "+1234567890123456" }, en.phone],
    ["no CV", { cv: undefined }, en.cvMissing],
    ["a text part as a CV", { cv: "cv.pdf" }, en.cvMissing],
    ["an empty CV", { cv: new File([], "cv.pdf") }, en.cvEmpty],
    ["no answers", { killer_questions: undefined }, en.killerQuestions],
    ["answers that are not JSON", { killer_questions: "[{" }, en.killerQuestions],
    ["an answer that is not offered", { killer_questions: killer("Perhaps") }, en.killerQuestions],
    [
      "an answer to another question",
      { killer_questions: killer("Yes", "Car?") },
      en.killerQuestions,
    ],
    [
      "the same question twice",
      { killer_questions: `[${killer("Yes").slice(1, -1)},${killer("No").slice(1, -1)}]` },
      en.killerQuestions,
    ],
    ["an unknown open question", { open_questions: open("x", "Why?") }, en.openQuestions],
    [
      "an open question twice",
      { open_questions: `[${open("x").slice(1, -1)},${open("y").slice(1, -1)}]` },
      en.openQuestions,
    ],
    [
      "an open answer that is too long",
      { open_questions: open("a".repeat(5001)) },
      en.answerTooLong,
    ],
    ["a privacy policy that is not accepted", { privacy_policy: "on" }, en.privacy],
  ])("refuses %s", (_, changes, detail) => {
    expect(read(changes)).toEqual({ detail });
  });

  test("refuses an empty CV even if a CV is not required", () => {
    expect(read({ cv: new File([], "cv.pdf") }, false)).toEqual({ detail: en.cvEmpty });
  });

  test("returns the message of the first invalid field in the form", () => {
    expect(read({ privacy_policy: "", last_name: "" })).toEqual({ detail: en.lastName });
  });
});

test.each([
  ["es-es", "es"],
  ["es-AR", "es"],
  ["ES_mx", "es-mx"],
  ["en", "en"],
  ["eo", "en"],
])("messagesFor(%j) returns the messages of %j", (language, expected) => {
  expect(messagesFor(language)).toBe(messagesFor(expected));
});

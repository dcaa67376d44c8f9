import { expect, test } from "vitest";
import { formOrder, sortErrors, splitRefusal } from "./order";

const field = (id: string, kind: "email" | "text", isVoluntary = false) => ({
  ...{ id, kind, label: id, isRequired: false, isVoluntary },
});
const fields = [field("a", "text"), field("email", "email"), field("cv", "text")];
const questions = { killerQuestions: [1], openQuestions: [1] };
const order = formOrder({ fields: [field("v", "text", true), ...fields], ...questions });

test("puts the email field after the phone, other fields after the CV, and voluntary fields before the privacy policy", () => {
  expect(order).toEqual([
    ...["first_name", "last_name", "phone", "field-email", "cv", "field-a", "field-cv"],
    ...["question-0", "open_question-0", "field-v", "privacy_policy"],
  ]);
});

test("puts the field with the id `email` after the phone if there are several email fields", () => {
  const fields = [field("referee", "email"), field("email", "email")];
  const names = formOrder({ fields, killerQuestions: [], openQuestions: [] });
  expect(names.slice(2, 6)).toEqual(["phone", "field-email", "cv", "field-referee"]);
});

test("separates messages about fields without a control", () => {
  const note = { ...field("words", "text"), kind: "note" as const };
  const standard = { phone: "off", cv: "off" } as const;
  const bare = formOrder({ fields: [note], killerQuestions: [], openQuestions: [], standard });
  expect(bare).toEqual(["first_name", "last_name", "privacy_policy"]);
  const refused = [
    { field: "phone", message: "p" },
    { field: "cv", message: "c" },
    { field: "words", message: "w" },
  ];
  expect(splitRefusal(refused, bare)).toEqual({ errors: {}, others: ["p", "c", "w"] });
});

test("sorts errors in the form's order", () => {
  const errors = { privacy_policy: "p", "field-v": "v", "field-gone": "g", first_name: "f" };
  expect(Object.entries(sortErrors(errors, order))).toEqual([
    ["first_name", "f"],
    ["field-v", "v"],
    ["privacy_policy", "p"],
  ]);
});

test("keeps the first message of each field, and separates messages about unknown fields", () => {
  const refused = [
    { field: "unknown", message: "n" },
    { field: "a", message: "first" },
    { field: "a", message: "second" },
    { field: "phone", message: "p" },
  ];
  expect(splitRefusal(refused, order)).toEqual({
    errors: { phone: "p", "field-a": "first" },
    others: ["n"],
  });
});

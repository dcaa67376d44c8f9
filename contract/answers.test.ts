import { expect, test } from "vitest";
import { validateAnswer, validateFile, type AnswerError } from "./answers";
import type { Value } from "./application";
import { Field } from "./fields";

const options = ["1", "0"];

test.each<[field: object, value: Value | undefined, error: AnswerError | undefined]>([
  [{ kind: "email" }, "ana@example.org", undefined],
  [{ kind: "email" }, "ana", "wrong"],
  [{ kind: "text", max: 3 }, "😀😀😀", undefined],
  [{ kind: "text", max: 3 }, "abcd", "long"],
  [{ kind: "text" }, true, "wrong"],
  [{ kind: "url" }, "https://a.example/ñ", undefined],
  [{ kind: "url" }, "javascript:alert(1)", "wrong"],
  [{ kind: "number", min: 0, max: 2 }, "1.5", undefined],
  [{ kind: "number", max: 2 }, "3", "wrong"],
  [{ kind: "number" }, "1,5", "wrong"],
  [{ kind: "date" }, "2026-12-01", undefined],
  [{ kind: "date" }, "2026-02-30", "wrong"],
  [{ kind: "yes_no", required: true }, false, undefined],
  [{ kind: "yes_no" }, "true", "wrong"],
  [{ kind: "one_of", options }, "0", undefined],
  [{ kind: "one_of", options }, "2", "wrong"],
  [{ kind: "some_of", options }, ["0", "1"], undefined],
  [{ kind: "some_of", options }, ["1", "1"], "wrong"],
  [{ kind: "some_of", options, required: true }, [], "missing"],
  [{ kind: "consent" }, { given: false, text: "A" }, undefined],
  [{ kind: "consent" }, true, "wrong"],
  [{ kind: "consent", required: true }, { given: false, text: "A" }, "missing"],
  [{ kind: "note" }, "x", "wrong"],
  [{ kind: "text", required: true }, undefined, "missing"],
  [{ kind: "text", required: true, section: "voluntary" }, "", undefined],
])("validateAnswer(%j, %j) returns %s", (field, value, error) => {
  expect(validateAnswer(Field.parse({ id: "a", label: "A", ...field }), value)).toBe(error);
});

const rules = { isRequired: true, accept: ["zip", "pdf"], max: 10 };

test.each([
  [{ ...rules, isRequired: false }, undefined, undefined],
  [rules, undefined, "missing"],
  [rules, { name: "a.PDF", size: 10 }, undefined],
  [rules, { name: "a.pdf", size: 0 }, "empty"],
  [rules, { name: "a.pdf", size: 11 }, "large"],
  [rules, { name: "a.pdf.exe", size: 1 }, "type"],
  [{ isRequired: true }, { name: "a.exe", size: 1 }, undefined],
])("validateFile(%j, %j) returns %s", (fileRules, file, error) => {
  expect(validateFile(fileRules, file)).toBe(error);
});

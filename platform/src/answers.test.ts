import { describe, expect, test } from "vitest";
import { Field } from "~/contract/fields";
import { readAnswers } from "./answers";
import { messagesFor } from "./messages";

const en = messagesFor("en");

function read(field: object, value?: unknown, file?: File | string) {
  const form = new FormData();
  if (value !== undefined) form.set("fields", JSON.stringify([{ id: "a", value }]));
  if (file !== undefined) form.set("file:a", file);
  return readAnswers(form, [Field.parse({ id: "a", label: "A", ...field })], en);
}

const wrong = (message: string) => ({ errors: [{ field: "a", message }] });
const pdf = (size = 3, name = "a.PDF") => new File([new Uint8Array(size)], name);

describe("readAnswers", () => {
  test("accepts the answer to a removed field unchanged", () => {
    const form = new FormData();
    form.set("fields", '[{"id":"gone","value":"x"}]');
    expect(readAnswers(form, [], en)).toEqual({
      answers: [{ id: "gone", label: "gone", value: "x" }],
      files: [],
    });
  });

  test.each<[object, unknown, unknown]>([
    [{ kind: "text", max: 3 }, "\u202eabc\u200b", "abc"],
    [{ kind: "email" }, "ana\u2066@example.org", "ana@example.org"],
    [{ kind: "date" }, "\u202a2026-02-28", "2026-02-28"],
    [{ kind: "one_of", options: [{ value: "a\u200b", label: "A" }] }, "a\u200b", "a\u200b"],
    [{ kind: "some_of", options: [{ value: "a\u200b", label: "A" }] }, ["a\u200b"], ["a\u200b"]],
  ])("for the field %j, accepts the answer %j as %j", (field, value, accepted) => {
    expect(read(field, value)).toMatchObject({ answers: [{ value: accepted }] });
  });

  test("marks answers and files of the voluntary section", () => {
    const stored = { label: "A", voluntary: true };
    expect(read({ kind: "text", section: "voluntary" }, "x")).toMatchObject({
      answers: [{ id: "a", value: "x", ...stored }],
    });
    expect(read({ kind: "file", section: "voluntary" }, undefined, pdf())).toMatchObject({
      files: [{ field: "a", ...stored }],
    });
  });

  test("accepts a file", () => {
    const file = pdf();
    expect(read({ kind: "file", accept: ["zip", "pdf"], max: 3 }, undefined, file)).toEqual({
      answers: [],
      files: [{ field: "a", label: "A", file }],
    });
  });
});

describe("readAnswers with an error", () => {
  test.each<[object, unknown, string]>([
    [{ kind: "text", required: true }, undefined, en.answer.missing],
    [{ kind: "text", required: true }, "\u202e\u200b", en.answer.missing],
    [{ kind: "date" }, "2026-02-30", en.answer.wrong],
    [{ kind: "text", max: 3 }, "abcd", en.answer.long],
  ])("for the field %j, refuses the answer %j", (field, value, message) => {
    expect(read(field, value)).toEqual(wrong(message));
  });

  test.each<[what: string, file: File | string | undefined, message: string]>([
    ["no file", undefined, en.file.missing],
    ["a text part", "a.pdf", en.file.missing],
    ["an empty file", pdf(0), en.file.empty],
    ["a large file", pdf(11), en.file.large],
    ["a file of another type", pdf(3, "a.pdf.exe"), en.file.type],
  ])("refuses %s for a required file", (_, file, message) => {
    const field = { kind: "file", accept: ["pdf"], max: 10, required: true };
    expect(read(field, undefined, file)).toEqual(wrong(message));
  });
});

const TWICE = '[{"id":"a","value":"1"},{"id":"a","value":"2"}]';
test.each(["{", "{}", '"x"', '[{"id":1,"value":"x"}]', '[{"id":"a","value":{}}]', TWICE])(
  "rejects the malformed answers %s",
  (fields) => {
    const form = new FormData();
    form.set("fields", fields);
    expect(readAnswers(form, [], en)).toEqual({ errors: [] });
  },
);

import { describe, expect, test } from "vitest";
import { readAnswers } from "./answers";
import type { Field } from "./fields";
import { messagesFor } from "./messages";

const en = messagesFor("en");
const options = [
  { value: "1", label: "Yes" },
  { value: "0", label: "No" },
];

type Asked = Pick<Field, "kind"> & Partial<Field>;

function read(field: Asked, value?: unknown, file?: File | string) {
  const form = new FormData();
  if (value !== undefined) form.set("fields", JSON.stringify([{ id: "a", value }]));
  if (file !== undefined) form.set("file:a", file);
  return readAnswers(form, [{ id: "a", label: "A", ...field }], en);
}

const wrong = (message: string) => ({ errors: [{ field: "a", message }] });
const pdf = (size = 3, name = "a.PDF") => new File([new Uint8Array(size)], name);

describe("an answer is taken", () => {
  test.each<[Asked, unknown]>([
    [{ kind: "email" }, "ana@example.org"],
    [{ kind: "text", max: 3 }, "😀😀😀"],
    [{ kind: "url" }, "https://a.example/ñ"],
    [{ kind: "number", min: 0, max: 2 }, "1.5"],
    [{ kind: "date" }, "2026-12-01"],
    [{ kind: "yes_no", required: true }, false],
    [{ kind: "one_of", options }, "0"],
    [{ kind: "some_of", options }, ["0", "1"]],
    [{ kind: "consent" }, { given: false, text: "A" }],
  ])("to %j: %j", (field, value) => {
    expect(read(field, value)).toEqual({ answers: [{ id: "a", label: "A", value }], files: [] });
  });

  test("to nothing that is asked any more, as it came", () => {
    const form = new FormData();
    form.set("fields", '[{"id":"gone","value":"x"}]');
    expect(readAnswers(form, [], en)).toEqual({
      answers: [{ id: "gone", label: "gone", value: "x" }],
      files: [],
    });
  });

  test("in the voluntary section, which is remembered", () => {
    const asked = { label: "A", voluntary: true };
    expect(read({ kind: "text", section: "voluntary" }, "x")).toMatchObject({
      answers: [{ id: "a", value: "x", ...asked }],
    });
    expect(read({ kind: "file", section: "voluntary" }, undefined, pdf())).toMatchObject({
      files: [{ field: "a", ...asked }],
    });
  });

  test("with its file", () => {
    const [file, asked] = [pdf(), { kind: "file", accept: ["zip", "pdf"], max: 3 } as const];
    const files = [{ field: "a", label: "A", file }];
    expect(read({ ...asked, accept: ["zip", "pdf"] }, undefined, file)).toEqual({
      answers: [],
      files,
    });
  });
});

describe("an answer is refused at its field", () => {
  test.each<[Asked, unknown, string]>([
    [{ kind: "email" }, "ana", en.answerWrong],
    [{ kind: "text", max: 3 }, "abcd", en.answerLong],
    [{ kind: "text" }, true, en.answerWrong],
    [{ kind: "url" }, "javascript:alert(1)", en.answerWrong],
    [{ kind: "number" }, "1,5", en.answerWrong],
    [{ kind: "number", max: 2 }, "3", en.answerWrong],
    [{ kind: "date" }, "2026-02-30", en.answerWrong],
    [{ kind: "yes_no" }, "true", en.answerWrong],
    [{ kind: "one_of", options }, "2", en.answerWrong],
    [{ kind: "some_of", options }, ["1", "1"], en.answerWrong],
    [{ kind: "consent" }, true, en.answerWrong],
    [{ kind: "note" }, "x", en.answerWrong],
    [{ kind: "consent", required: true }, { given: false, text: "A" }, en.answerMissing],
    [{ kind: "some_of", options, required: true }, [], en.answerMissing],
    [{ kind: "text", required: true }, undefined, en.answerMissing],
  ])("to %j: %j", (field, value, message) => {
    expect(read(field, value)).toEqual(wrong(message));
  });

  test.each<[what: string, file: File | string | undefined, message: string]>([
    ["none", undefined, en.fileMissing],
    ["a text", "a.pdf", en.fileMissing],
    ["an empty one", pdf(0), en.fileEmpty],
    ["a large one", pdf(11), en.fileTooLarge],
    ["another type", pdf(3, "a.pdf.exe"), en.fileType],
  ])("for a file: %s", (_, file, message) => {
    const field: Asked = { kind: "file", accept: ["pdf"], max: 10, required: true };
    expect(read(field, undefined, file)).toEqual(wrong(message));
  });
});

const TWICE = '[{"id":"a","value":"1"},{"id":"a","value":"2"}]';
test.each(["{", "{}", '"x"', '[{"id":1,"value":"x"}]', '[{"id":"a","value":{}}]', TWICE])(
  "answers that are %s cannot be read",
  (fields) => {
    const form = new FormData();
    form.set("fields", fields);
    expect(readAnswers(form, [], en)).toEqual({ errors: [] });
  },
);

import { expect, test } from "vitest";
import { messagesFor } from "~/app/i18n/messages";
import { findErrors } from "./validity";
import { formTexts } from "./texts";

const t = messagesFor("es-es");
const texts = formTexts("es-es", { holdMs: 3_600_000, maxCvBytes: 25 * 1024 ** 2, country: "" });

/** The messages in `data-missing`. */
const MISSING: Record<string, string> = {
  first_name: t["error.first_name_missing"],
  last_name: t["error.last_name_missing"],
  "question-0": t["error.question"],
  "question-12": t["error.question"],
  "open_question-0": t["error.open_question_missing"],
  privacy_policy: t["error.privacy"],
};

/** A field after browser validation. */
const field = (name: string, wrong: "missing" | "long" | "custom" | undefined, value = "x") => ({
  name,
  type: name.startsWith("open") ? "textarea" : "text",
  required: true,
  value,
  dataset: { ...(MISSING[name] && { missing: MISSING[name] }) },
  validity: {
    valid: wrong === undefined,
    valueMissing: wrong === "missing",
    customError: wrong === "custom",
  } as ValidityState,
  validationMessage: wrong === undefined ? "" : `browser message: ${wrong}`,
});

test("returns Puerta's message for each empty field, in the form's order [5.20]", () => {
  const names = [
    ...["first_name", "last_name", "phone", "cv", "question-0", "question-12"],
    ...["open_question-0", "privacy_policy"],
  ];
  const errors = findErrors(
    names.map((name) => field(name, "missing")),
    texts,
  );
  const others: Record<string, string> = { phone: t["error.phone"], cv: t["error.cv_missing"] };
  const expected = names.map((name) => [name, others[name] ?? MISSING[name]]);
  expect(Object.entries(errors ?? {})).toEqual(expected);
});

test("returns undefined if all fields are valid", () => {
  expect(findErrors([field("first_name", undefined), field("", undefined)], texts)).toBeUndefined();
});

test.each(["first_name", "last_name", "open_question-0"])(
  "treats %s without visible characters as missing [5.29]",
  (name) => {
    const invisible = field(name, undefined, " \u200b\u00ad\u3164");
    expect(findErrors([invisible], texts)).toEqual({ [name]: MISSING[name] });
    expect(findErrors([{ ...invisible, required: false }], texts)).toBeUndefined();
    expect(findErrors([{ ...invisible, type: "radio" }], texts)).toBeUndefined();
  },
);

test("returns a field's custom message", () => {
  expect(findErrors([field("cv", "custom")], texts)).toEqual({ cv: "browser message: custom" });
});

test("returns one error for a group of radio buttons", () => {
  const radios = [field("question-0", "missing"), field("question-0", "missing")];
  expect(findErrors(radios, texts)).toEqual({ "question-0": t["error.question"] });
});

test("returns the message of a broken rule, unless the value is missing", () => {
  const fields = [field("first_name", undefined), field("last_name", "missing")];
  const check = ({ value }: { value: string }) => `not ${value}`;
  expect(findErrors(fields, texts, check)).toEqual({
    first_name: "not x",
    last_name: MISSING.last_name,
  });
});

import { expect, test } from "vitest";
import { messagesFor } from "../../i18n/messages";
import { findErrors } from "./validity";
import { formTexts } from "./texts";

const t = messagesFor("es-es");
const texts = formTexts("es-es", { holdMs: 3_600_000, maxCvBytes: 25 * 1024 ** 2, country: "" });

/** What the server's HTML says of fields that are empty. */
const MISSING: Record<string, string> = {
  first_name: t["error.first_name_missing"],
  last_name: t["error.last_name_missing"],
  "question-0": t["error.question"],
  "question-12": t["error.question"],
  "open_question-0": t["error.open_question_missing"],
  privacy_policy: t["error.privacy"],
};

/** A field as the browser has judged it. */
const field = (name: string, wrong: "missing" | "long" | "custom" | undefined, value = "x") => ({
  name,
  type: name.startsWith("open") ? "textarea" : "text",
  required: true,
  value,
  dataset: { ...(MISSING[name] && { missing: MISSING[name] }), wrong: "another text" },
  validity: {
    valid: wrong === undefined,
    valueMissing: wrong === "missing",
    customError: wrong === "custom",
  } as ValidityState,
  validationMessage: wrong === undefined ? "" : `the browser's words: ${wrong}`,
});

test("of an empty form every field is named in our words, in the form's order [5.20]", () => {
  const names = [
    ...["first_name", "last_name", "phone", "cv", "question-0", "question-12"],
    ...["open_question-0", "privacy_policy"],
  ];
  const faults = findErrors(
    names.map((name) => field(name, "missing")),
    texts,
  );
  const others: Record<string, string> = { phone: t["error.phone"], cv: t["error.cv_missing"] };
  const said = names.map((name) => [name, others[name] ?? MISSING[name]]);
  expect(Object.entries(faults ?? {})).toEqual(said);
});

test("fields that are right are not named, nor what has no name", () => {
  expect(findErrors([field("first_name", undefined), field("", undefined)], texts)).toBeUndefined();
});

test.each(["first_name", "last_name", "open_question-0"])(
  "%s of invisible characters only is missing [5.29]",
  (name) => {
    const unseen = field(name, undefined, " \u200b\u00ad\u3164");
    expect(findErrors([unseen], texts)).toEqual({ [name]: MISSING[name] });
    expect(findErrors([{ ...unseen, required: false }], texts)).toBeUndefined();
    expect(findErrors([{ ...unseen, type: "radio" }], texts)).toBeUndefined();
  },
);

test("what a field says of itself is repeated", () => {
  expect(findErrors([field("cv", "custom")], texts)).toEqual({ cv: "the browser's words: custom" });
});

test("the radios of a question are one fault", () => {
  const radios = [field("question-0", "missing"), field("question-0", "missing")];
  expect(findErrors(radios, texts)).toEqual({ "question-0": t["error.question"] });
});

test("what the browser takes for no address or date is named in our words", () => {
  expect(findErrors([field("field-email", "long")], texts)).toEqual({
    "field-email": "another text",
  });
});

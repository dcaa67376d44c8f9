import { describe, expect, test } from "vitest";
import { messagesFor } from "~/app/i18n/messages";
import type { Field } from "~/app/platform/types";
import { readAnswers } from "./answers";

const t = messagesFor("es-es");

const common = { id: "f", label: "Pregunta", isRequired: true, isVoluntary: false };
const options = [
  { value: "1", label: "Uno" },
  { value: "2", label: "Dos" },
];
const FIELDS: Record<string, Field> = {
  email: { ...common, kind: "email" },
  text: { ...common, kind: "text", max: 5 },
  long_text: { ...common, kind: "long_text", max: 10 },
  url: { ...common, kind: "url" },
  number: { ...common, kind: "number", min: 1, max: 40_000 },
  date: { ...common, kind: "date" },
  yes_no: { ...common, kind: "yes_no" },
  one_of: { ...common, kind: "one_of", options },
  some_of: { ...common, kind: "some_of", options },
  consent: { ...common, kind: "consent" },
};

const read = (field: Field | undefined, given: string[]) =>
  readAnswers(field ? [field] : [], new Map([["field-f", given]]), { language: "es-es" });

/** Returns the answer to a field, or its error. */
function readValue(field: Field | undefined, text: string) {
  const { answers, errors } = read(field, [text]);
  return errors["field-f"] ?? answers[0]?.value;
}

/** Format characters, a joiner, a selector, fillers, a tag, a blank Braille pattern, controls and an object. */
const INVISIBLE = [
  ..."\u00ad\u061c\u200b\u200d\u200e\u202d\u2060\u2069\ufeff\ufff9".split(""),
  ...["\u034f", "\ufe0f", "\u115f", "\u3164", "\u{e0041}", "\u2800", "\u0007", "\u0096", "\ufffc"],
];
const SPACES = "\u00a0\u1680\u2003\u2007\u2009\u202f\u205f\u3000".split("");
/** The digits 0 to 9 in Arabic, Persian, Hindi, full width and a bold style. */
const DIGITS = ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "０１２３４５６７８９", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"];

const CONTACTS = [
  ["email", "ana1972@ejemplo.com", "ana1972@ejemplo.com"],
  ["url", "https://ejemplo.com/ana-1972", "https://ejemplo.com/ana-1972"],
] as const;
const AMOUNTS = [
  ["number", "12345", "12345"],
  ["date", "14/03/2027", "2027-03-14"],
] as const;

describe("readAnswers with an email address, URL, number or date", () => {
  test.each([...CONTACTS, ...AMOUNTS])("removes invisible characters: %s", (kind, text, value) => {
    for (const invisible of INVISIBLE) {
      for (const index of [0, 4, text.length]) {
        const entered = text.slice(0, index) + invisible + text.slice(index);
        expect(readValue(FIELDS[kind], entered), JSON.stringify(entered)).toEqual(value);
      }
    }
  });

  test.each([...CONTACTS, ...AMOUNTS])("trims spaces: %s", (kind, text, value) => {
    for (const space of SPACES) {
      for (const padding of [space, `${space} \u2067 ${space}`]) {
        expect(readValue(FIELDS[kind], padding + text + padding)).toEqual(value);
      }
    }
  });

  test.each([...CONTACTS, ...AMOUNTS])("converts digits to ASCII: %s", (kind, text, value) => {
    for (const digits of DIGITS) {
      const signs = Array.from(digits);
      const entered = text.replace(/\d/g, (digit) => signs[Number(digit)] ?? "");
      expect(readValue(FIELDS[kind], entered)).toEqual(value);
    }
  });

  test("removes unusual spaces, but keeps ordinary spaces", () => {
    for (const space of SPACES) {
      expect(readValue(FIELDS.email, `ana${space}@ejemplo.com`)).toBe("ana@ejemplo.com");
      expect(readValue(FIELDS.url, `ejemplo.com/${space}ana`)).toBe("https://ejemplo.com/ana");
      expect(readValue(FIELDS.number, `12${space}345`)).toBe("12345");
      expect(readValue(FIELDS.date, `14${space}de${space}marzo${space}2027`)).toBe("2027-03-14");
    }
    for (const text of ["ana paz@ejemplo.com", "ana", "ana@", "ana@paz@ejemplo.com"])
      expect(readValue(FIELDS.email, text)).toBe(t["error.field_email"]);
    expect(readValue(FIELDS.url, "ejemplo.com/ana paz")).toBe(t["error.field_url"]);
  });

  test.each([
    ["email", "ａｎａ＠ｅｊｅｍｐｌｏ．ｃｏｍ", "ana@ejemplo.com"],
    ["url", "ｈｔｔｐｓ：／／ejemplo.com／ana", "https://ejemplo.com/ana"],
    ["number", "١٬٢٣٤٫٥", "1234.5"],
    ["number", "12‐345", t["error.field_number"]],
    ["date", "\u200f٢٠٢٧\u200f/\u200f٣\u200f/\u200f١٤", "2027-03-14"],
    ["date", "2027‑03‑14", "2027-03-14"],
  ] as const)("reads the %s %j as %j", (kind, text, value) => {
    expect(readValue(FIELDS[kind], text)).toBe(value);
  });

  test("keeps joiners and digits in texts", () => {
    for (const text of ["می\u200cخواهم", "क्\u200dष", "👩\u200d🍳", "١٢", "a\u00a0b"]) {
      expect(readValue({ ...common, kind: "text", max: 20 }, text)).toBe(text);
      expect(readValue({ ...common, kind: "long_text", max: 20 }, text)).toBe(text);
    }
  });
});

const HOSTILE = "<script>alert(1)</script>";
const LONG = "9".repeat(30_000);

describe("readAnswers for each kind of field", () => {
  test.each([
    ["email", ["ana@ejemplo.com"], "ana@ejemplo.com"],
    ["email", [], t["error.email_missing"]],
    ["email", ["ann@b"], "ann@b"],
    ["email", ["ann@"], t["error.field_email"]],
    ["email", ["ana@ejemplo.com, eva@ejemplo.com"], t["error.field_email"]],
    ["email", [`${LONG}@ejemplo.com`], "La respuesta no puede superar los 254 caracteres."],
    ["email", ["ana\u202e@ejem\u200bplo.com"], "ana@ejemplo.com"],
    ["url", ["ejem\u2066plo.com"], "https://ejemplo.com"],
    ["text", ["\u0000h\u0007o\u202ela\u200b\n"], "hola"],
    ["email", ["@".repeat(300)], "La respuesta no puede superar los 254 caracteres."],
    ["text", ["\u0000 \u202e"], t["error.open_question_missing"]],
    ["text", ["demasiado"], "La respuesta no puede superar los 5 caracteres."],
    ["long_text", ["a\r\nb"], "a\nb"],
    ["long_text", [LONG], "La respuesta no puede superar los 10 caracteres."],
    ["url", ["ejemplo.com/ana?x=1#y"], "https://ejemplo.com/ana?x=1#y"],
    ["url", ["https://peña.es/ñ"], "https://peña.es/ñ"],
    ["url", ["ana garcia"], t["error.field_url"]],
    ["url", [`ejemplo.com/${LONG}`], "La respuesta no puede superar los 2000 caracteres."],
    ["url", [`a.es/${"x".repeat(1995)}`], "La respuesta no puede superar los 2000 caracteres."],
    ["url", [" ñ.".repeat(1000)], "La respuesta no puede superar los 2000 caracteres."],
    ["url", ["javascript:alert(1)"], t["error.field_url"]],
    ["url", ["https://ana:secreto@ejemplo.com"], t["error.field_url"]],
    ["number", ["35.000,50 €"], "35000.5"],
    ["number", ["1"], "1"],
    ["url", [], t["error.url_missing"]],
    ["number", [], t["error.number_missing"]],
    ["number", ["40001"], "Escribe un número entre 1 y 40.000."],
    ["number", [LONG], t["error.field_number"]],
    ["date", ["2027-04-03"], "2027-04-03"],
    ["date", [], t["error.date_missing"]],
    ["date", ["30/2/2027"], t["error.field_date"]],
    ["date", ["2027-04-03<b>"], t["error.field_date"]],
    ["yes_no", ["false"], false],
    ["yes_no", [], t["error.question"]],
    ["yes_no", [HOSTILE], t["error.field_option"]],
    ["one_of", ["2"], "2"],
    ["one_of", [""], t["error.question"]],
    ["one_of", ["3"], t["error.field_option"]],
    ["some_of", ["2", "1", "1"], ["1", "2"]],
    ["some_of", [], t["error.field_some"]],
    ["some_of", ["1", HOSTILE], t["error.field_option"]],
    ["consent", ["Pregunta"], { given: true, text: "Pregunta" }],
    ["consent", [" Pregunta\r\n"], { given: true, text: "Pregunta" }],
    ["consent", ["La pregunta de ayer"], t["error.field_consent"]],
    ["consent", [], t["error.field_consent"]],
  ])("reads or rejects an answer of kind %s: %.50j", (kind, given, expected) => {
    const { answers, errors } = read(FIELDS[kind], given);
    const error = errors["field-f"];
    if (error === undefined) {
      expect(answers).toEqual([{ id: "f", value: expected }]);
    } else {
      expect(error).toBe(expected);
      expect(answers).toEqual([]);
    }
  });

  test.each(Object.values(FIELDS))("accepts an unanswered optional field: $kind", (field) => {
    const { answers, errors } = read({ ...field, isRequired: false }, []);
    expect(errors).toEqual({});
    const expected =
      field.kind === "consent" ? [{ id: "f", value: { given: false, text: "Pregunta" } }] : [];
    expect(answers).toEqual(expected);
  });

  test.each(Object.values(FIELDS))("returns voluntary answers separately: $kind", (field) => {
    const voluntary = { ...field, isRequired: false, isVoluntary: true };
    const given = { email: "a@b.es", url: "a.es", date: "2027-01-01", yes_no: "true" };
    const entered: Record<string, string> = { ...given, consent: "Pregunta" };
    const { answers, voluntary: separate, errors } = read(voluntary, [entered[field.kind] ?? "1"]);
    expect([answers, errors, separate.map(({ id }) => id)]).toEqual([[], {}, ["f"]]);
  });
});

test("ignores answers to removed fields, and reports new required fields as missing", () => {
  const entered = new Map([["field-gone", ["x"]]]);
  const added = { ...common, id: "added", kind: "text" } as const;
  const { answers, errors } = readAnswers([added], entered, { language: "es-es" });
  expect([answers, errors]).toEqual([[], { "field-added": t["error.open_question_missing"] }]);
});

test("returns answers and errors in the position's order", () => {
  const fields = ["b", "a", "10", "2"].map((id) => ({ ...common, id, kind: "text" as const }));
  const none = readAnswers(fields, new Map(), { language: "en" });
  expect(Object.keys(none.errors)).toEqual(fields.map(({ id }) => `field-${id}`));
  const entries = fields.map(({ id }): [string, string[]] => [`field-${id}`, [id]]);
  const all = new Map(entries.reverse());
  const { answers } = readAnswers(fields, all, { language: "en" });
  expect(answers.map(({ id }) => id)).toEqual(fields.map(({ id }) => id));
});

test("chooses the first of several options with the same submitted value", () => {
  const field: Field = {
    ...common,
    kind: "some_of",
    options: ["a\r\nb", "a\nb"].map((value) => ({ value, label: value })),
  };
  expect(read(field, ["a\r\nb"]).answers).toEqual([{ id: "f", value: ["a\r\nb"] }]);
});

test("ignores notes and files", () => {
  const note = { ...common, id: "f", kind: "note" } as const;
  const file = { ...common, id: "f", kind: "file" } as const;
  for (const field of [note, file]) {
    expect(read(field, ["x"])).toEqual({ answers: [], voluntary: [], errors: {} });
  }
});

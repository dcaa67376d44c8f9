import { describe, expect, test } from "vitest";
import { messagesFor } from "~/app/i18n/messages";
import { validateApplication, type FormPosition } from "./validation.server";

const language = "es-es";
const t = messagesFor(language);
const position: FormPosition = {
  country: "ES",
  killerQuestions: [
    { text: "¿Puedes viajar?", answers: ["Sí", "No"] },
    { text: "¿Puedes viajar?", answers: ["A veces", "Nunca"] },
  ],
  openQuestions: ["¿Por qué?"],
};
const valid = {
  first_name: " María José ",
  last_name: "O'Neill Núñez",
  phone: "612 34 56 78",
  "question-0": "Sí",
  "question-1": "Nunca",
  "open_question-0": "Porque\r\nsí",
  privacy_policy: "true",
};

function validate(changes: Partial<Record<keyof typeof valid, string>> = {}) {
  const values = new Map(Object.entries({ ...valid, ...changes }));
  return validateApplication(values, { position, language });
}

test("converts a valid form into an application", () => {
  expect(validate()).toEqual({
    ok: true,
    application: {
      firstName: "María José",
      lastName: "O'Neill Núñez",
      phone: "+34612345678",
      killerQuestions: [
        { question: "¿Puedes viajar?", answer: "Sí" },
        { question: "¿Puedes viajar?", answer: "Nunca" },
      ],
      openQuestions: [{ question: "¿Por qué?", answer: "Porque\nsí" }],
    },
  });
});

describe("validateApplication", () => {
  test.each([
    ["first_name", "", t["error.first_name_missing"]],
    ["first_name", "\u0000\u0007", t["error.first_name_missing"]],
    ["first_name", "\u200b\u00ad\ufeff", t["error.first_name_missing"]],
    ["last_name", "\u3164 \u2800", t["error.last_name_missing"]],
    ["open_question-0", "\u200d\r\n\u2060", t["error.open_question_missing"]],
    ["first_name", "a".repeat(101), "El nombre no puede superar los 100 caracteres."],
    ["phone", "123", "Por favor, introduce un número de teléfono válido."],
    ["question-0", "", t["error.question"]],
    ["question-1", "Sí", t["error.question"]],
    ["open_question-0", " \r\n", t["error.open_question_missing"]],
    ["open_question-0", "a".repeat(5001), "La respuesta no puede superar los 5000 caracteres."],
    ["privacy_policy", "", t["error.privacy"]],
    ["privacy_policy", "on", t["error.privacy"]],
    ["phone", "612 34 56 78 / 934 567 890", "Escribe un solo número de teléfono."],
    ["phone", "612345678\r\n934567890", "Escribe un solo número de teléfono."],
    ["phone", "123456789 or so", "Por favor, introduce un número de teléfono válido."],
  ] as const)(
    "returns only the error of %s for %j [5.01, 5.02, 5.04, 5.06, 5.18, 5.19, 5.29, 8.12, 9.04]",
    (field, value, message) => {
      expect(validate({ [field]: value })).toEqual({ ok: false, errors: { [field]: message } });
    },
  );
});

describe("invisible characters", () => {
  test.each([
    ["first_name", "firstName", " Ana\u0000 \u0007Bel\t ", "Ana Bel"],
    ["last_name", "lastName", "\u202eePÉREZ\u202c \u2066Paz\u2069\u200b", "ePÉREZ Paz"],
    ["last_name", "lastName", "می\u200cخواهم\u200f", "می\u200cخواهم\u200f"],
  ] as const)(
    "are removed from %s, except joiners and direction marks",
    (field, name, value, expected) => {
      const result = validate({ [field]: value });
      expect(result.ok && result.application[name]).toBe(expected);
    },
  );

  test("are removed from an answer, except for line breaks and tabs", () => {
    const result = validate({
      "open_question-0": " One\r\ntwo\rthree\n\tfour\u0000\u0007\u202e fi\u200bve\u2069 \r\n",
    });
    expect(result.ok && result.application.openQuestions[0]?.answer).toBe(
      "One\ntwo\nthree\n\tfour five",
    );
  });
});

describe("a chosen answer", () => {
  const choose = (answers: string[], sent: string) => {
    const killerQuestions = [{ text: "?", answers }];
    const rules = { position: { ...position, killerQuestions }, language } as const;
    const values = new Map(Object.entries({ ...valid, "question-0": sent }));
    const result = validateApplication(values, rules);
    return result.ok ? result.application.killerQuestions[0]?.answer : undefined;
  };

  test.each([
    ["with a different line break", "One\ntwo", "One\r\ntwo"],
    ["with a lone carriage return", "One\rtwo", "One\r\ntwo"],
    ["with a NUL, which HTML cannot contain", "Yes\u0000", "Yes\ufffd"],
  ])("matches an option %s", (_, answer, sent) => {
    expect(choose(["No", answer], sent)).toBe(answer);
  });

  test("is rejected if it merely resembles an option", () => {
    expect(choose(["Yes", "No"], "yes")).toBeUndefined();
    expect(choose(["Yes", "No"], "Yes ")).toBeUndefined();
    expect(choose(["One\ntwo"], "Onetwo")).toBeUndefined();
    expect(choose(["Yes", "\u0000"], "x")).toBeUndefined();
  });
});

test("counts a line break as one character, as browsers do", () => {
  const most = { first_name: "a".repeat(100), "open_question-0": `a${"\r\n".repeat(4998)}b` };
  expect(validate(most).ok).toBe(true);
  expect(validate({ "open_question-0": `a${"\r\n".repeat(4999)}b` }).ok).toBe(false);
});

test("formats the answer limit in the page's language", () => {
  const values = new Map(Object.entries({ ...valid, "open_question-0": "a".repeat(5001) }));
  const result = validateApplication(values, { position, language: "en" });
  expect(result.ok || result.errors["open_question-0"]).toContain("5,000");
});

test("returns all errors in form order [4.10, 5.03, 5.21]", () => {
  const result = validateApplication(new Map(), { position, language });
  expect(result.ok ? [] : Object.keys(result.errors)).toEqual([
    ...["first_name", "last_name", "phone", "question-0", "question-1"],
    ...["open_question-0", "privacy_policy"],
  ]);
});

const PIECES = ["0", "+", "+1", "011", "1 ", "tel:", "x", ";ext=", "٣", "(1)-"];
test("accepts a phone number between many spaces", () => {
  const spaces = "\u00a0 ".repeat(200);
  expect(validate({ phone: `${spaces}612 34 56 78${spaces}` }).ok).toBe(true);
});

test.each(PIECES)("rejects a phone number with 64 KB of %j before the test times out", (piece) => {
  const phone = piece.repeat(65_536 / piece.length);
  expect(validate({ phone }).ok).toBe(false);
});

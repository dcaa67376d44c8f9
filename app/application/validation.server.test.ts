import { describe, expect, test } from "vitest";
import { messagesFor } from "../i18n/messages";
import type { ReceivedCv } from "./receive.server";
import { validateApplication, type FormPosition } from "./validation.server";

const t = messagesFor("es-es");
const position: FormPosition = {
  country: "ES",
  isCvRequired: true,
  killerQuestions: [
    { text: "¿Puedes viajar?", answers: ["Sí", "No"] },
    { text: "¿Puedes viajar?", answers: ["A veces", "Nunca"] },
  ],
  openQuestions: ["¿Por qué?"],
};
const received: ReceivedCv = { state: "received", upload: 1 };
const valid = {
  first_name: " María José ",
  last_name: "O'Neill Núñez",
  phone: "612 34 56 78",
  "question-0": "Sí",
  "question-1": "Nunca",
  "open_question-0": "Porque\r\nsí",
  privacy_policy: "true",
};

function validate(changes: Partial<Record<keyof typeof valid, string>> = {}, cv = received) {
  const values = new Map(Object.entries({ ...valid, ...changes }));
  return validateApplication(values, cv, { position, maxCvBytes: 1024 ** 2, t });
}

test("a valid form becomes an application", () => {
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

describe("each rule has its message, at its field and at no other", () => {
  test.each([
    ["first_name", "", t["error.first_name_missing"]],
    ["first_name", "   ", t["error.first_name_missing"]],
    ["first_name", "\u0000\u0007", t["error.first_name_missing"]],
    ["first_name", "a".repeat(101), "El nombre puede tener como máximo 100 caracteres."],
    ["last_name", "", t["error.last_name_missing"]],
    ["last_name", "a".repeat(101), "Los apellidos pueden tener como máximo 100 caracteres."],
    ["phone", "", "Por favor, introduce un número de teléfono válido."],
    ["phone", "123", "Por favor, introduce un número de teléfono válido."],
    ["question-0", "", t["error.question"]],
    ["question-1", "Sí", t["error.question"]],
    ["open_question-0", " \r\n", t["error.open_question_missing"]],
    ["open_question-0", "a".repeat(5001), "La respuesta puede tener como máximo 5000 caracteres."],
    ["privacy_policy", "", t["error.privacy"]],
    ["privacy_policy", "on", t["error.privacy"]],
  ] as const)("%s: %j", (field, value, message) => {
    expect(validate({ [field]: value })).toEqual({ ok: false, errors: { [field]: message } });
  });

  test.each([
    ["none", "Por favor, selecciona un archivo CV."],
    ["empty", t["error.cv_empty"]],
    ["too-large", "El archivo es demasiado grande: el máximo es de 1 MB."],
    [
      "wrong-type",
      "No podemos aceptar este archivo. Elige un CV en uno de estos formatos: PDF, DOC, DOCX, RTF, JPG, JPEG, PNG.",
    ],
  ] as const)("cv: %s", (state, message) => {
    expect(validate({}, { state })).toEqual({ ok: false, errors: { cv: message } });
  });
});

test("names of a hundred characters and answers of five thousand are taken", () => {
  expect(validate({ first_name: "a".repeat(100), "open_question-0": "a".repeat(5000) }).ok).toBe(
    true,
  );
});

test("a line end counts as one character, as in the browser", () => {
  expect(validate({ "open_question-0": `a${"\r\n".repeat(4998)}b` }).ok).toBe(true);
});

test("a CV that is not required may be missing, and an empty file is still refused", () => {
  const optional = { position: { ...position, isCvRequired: false }, maxCvBytes: 1, t };
  const values = new Map(Object.entries(valid));
  expect(validateApplication(values, { state: "none" }, optional).ok).toBe(true);
  expect(validateApplication(values, { state: "empty" }, optional).ok).toBe(false);
});

test("everything wrong at once is told in the order of the form", () => {
  const result = validateApplication(new Map(), { state: "none" }, { position, maxCvBytes: 1, t });
  expect(result.ok ? [] : Object.keys(result.errors)).toEqual([
    "first_name",
    "last_name",
    "phone",
    "cv",
    "question-0",
    "question-1",
    "open_question-0",
    "privacy_policy",
  ]);
});

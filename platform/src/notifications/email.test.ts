import { expect, test } from "vitest";
import { emailOf } from "./email";

const potter = { name: "Tornero", count: 1 };

test("one application, in Spanish, with the desk", () => {
  expect(emailOf("es-mx", [potter], "https://desk.example/")).toEqual({
    subject: "Nueva candidatura: Tornero",
    text: `Ha llegado una candidatura:

- Tornero: 1

Se leen aquí: https://desk.example/

Este mensaje no lleva ningún dato de quien se presenta.
`,
  });
});

test("several, in English, of several positions, without a desk", () => {
  const { subject, text } = emailOf("en", [potter, { name: "Deckhand", count: 3 }], undefined);
  expect(subject).toBe("4 new applications");
  expect(text).toBe(`4 applications have arrived:

- Tornero: 1
- Deckhand: 3

There is nothing of the candidates in this message.
`);
});

test.each([
  [
    "several of one position",
    "es-es",
    [{ name: "Tornero", count: 2 }],
    "2 candidaturas nuevas: Tornero",
  ],
  ["none is a test", "en", [], "Test message"],
  ["none is a test", "es-es", [], "Mensaje de prueba"],
  [
    "a name without line breaks",
    "en",
    [{ name: "A\r\nBcc: x@a.example", count: 1 }],
    "New application: A Bcc: x@a.example",
  ],
])("the subject: %s, in %s", (_, language, positions, subject) => {
  expect(emailOf(language, positions, undefined).subject).toBe(subject);
});

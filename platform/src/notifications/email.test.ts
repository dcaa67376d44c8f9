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

test("several of one position", () => {
  expect(emailOf("es-es", [{ name: "Tornero", count: 2 }], undefined).subject).toBe(
    "2 candidaturas nuevas: Tornero",
  );
});

test("none is a test", () => {
  expect(emailOf("en", [], undefined).subject).toBe("Test message");
  expect(emailOf("es-es", [], undefined).subject).toBe("Mensaje de prueba");
});

test("a position's name has no lines", () => {
  const position = { name: "A\r\nBcc: x@example.com", count: 1 };
  expect(emailOf("en", [position], undefined).subject).toBe(
    "New application: A Bcc: x@example.com",
  );
});

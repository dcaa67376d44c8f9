import { expect, test } from "vitest";
import { composeEmail } from "./email";

const potter = { name: "Tornero", count: 1 };

test("composes an email in Mexican Spanish about one application, with the desk's address", () => {
  expect(composeEmail("es-mx", [potter], "https://desk.example/")).toEqual({
    subject: "Nueva postulación: Tornero",
    text: `Recibiste una postulación:

- Tornero: 1

Léelas aquí: https://desk.example/

Este mensaje no contiene datos de los candidatos.
`,
  });
});

test.each([
  ["es-es", [{ name: "Tornero", count: 2 }], "2 candidaturas nuevas: Tornero"],
  ["en", [potter, { name: "Deckhand", count: 3 }], "4 new applications"],
  ["es-es", [], "Mensaje de prueba"],
  ["pt-br", [{ name: "Torno", count: 2 }], "2 novas candidaturas: Torno"],
  ["fr", [potter], "Nouvelle candidature\u00a0: Tornero"],
  ["de", [], "Testnachricht"],
  ["en", [{ name: "A\r\nBcc: x@a", count: 1 }], "New application: A Bcc: x@a"],
])("in %s, for %j, composes the subject %s", (language, positions, subject) => {
  expect(composeEmail(language, positions, undefined).subject).toBe(subject);
});

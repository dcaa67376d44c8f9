import { expect, test } from "vitest";
import { composeChatText, composeEmail } from "./email";

const potter = { name: "Tornero", count: 1 };

test("composes an email in Mexican Spanish about one application, with its URL at the desk", () => {
  expect(composeEmail("es-mx", [potter], [{ id: "a1" }], "https://desk.example")).toEqual({
    subject: "Nueva postulación: Tornero",
    text: `Recibiste una postulación:

- Tornero (1)

Léela aquí: https://desk.example/applications/a1

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
  expect(composeEmail(language, positions, [], undefined).subject).toBe(subject);
});

test("links to the desk if there are several applications, or if the only one was deleted", () => {
  const desk = "https://desk.example/";
  const two = [{ name: "Tornero", count: 2 }];
  for (const { text } of [
    composeEmail("en", two, [{ id: "a1" }, { id: "a2" }], desk),
    composeEmail("en", two, [{ id: "a1" }], desk),
    composeEmail("en", [potter], [], desk),
  ]) {
    expect(text).toMatch(/here: https:\/\/desk\.example\/$/m);
  }
});

test("composes one line for a chat, in which a name cannot add a mention, a link or a line break", () => {
  const named = [{ name: "<!channel> R&D\nhttps", count: 1 }];
  expect(composeChatText("en", "Acme", named, [{ id: "a1" }], "https://desk.example")).toBe(
    "Acme – New application: &lt;!channel&gt; R&amp;D https https://desk.example/applications/a1",
  );
  expect(composeChatText("es-es", "Acme", [], [], "https://desk.example")).toBe(
    "Acme – Mensaje de prueba",
  );
});

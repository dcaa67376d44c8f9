import { expect, test } from "vitest";
import { fill } from "./fill";
import { LANGUAGES } from "./language";
import { messagesFor } from "./messages";

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(LANGUAGES)("%s has every text, with the same placeholders", (language) => {
  const reference = messagesFor("es-es");
  const texts = messagesFor(language);
  expect(Object.keys(texts).sort()).toEqual(Object.keys(reference).sort());
  for (const [key, text] of Object.entries(texts)) {
    expect(text.trim(), key).not.toBe("");
    expect(placeholders(text), key).toEqual(placeholders(reference[key as keyof typeof reference]));
  }
});

test("the words that the specification quotes are used to the letter in their own language", () => {
  const es = messagesFor("es-es");
  const en = messagesFor("en");
  expect(es["error.phone"]).toBe("Por favor, introduce un número de teléfono válido.");
  expect(es["error.cv_missing"]).toBe("Por favor, selecciona un archivo CV.");
  expect(es["error.network"]).toBe("Error de red. Intenta de nuevo.");
  expect(es["error.form"]).toBe("Error del formulario. Por favor, recarga la página.");
  expect(es["form.sending"]).toBe("Enviando...");
  expect(es["form.optional"]).toBe("(Opcional)");
  expect(es["position.join_date"]).toBe("Fecha de incorporación");
  expect(en["apply.form_title"]).toBe("Apply now");
  expect(en["apply.already_applied"]).toBe("You have already applied!");
  expect(en["career.no_jobs"]).toBe("No jobs found.");
  expect(en["screen.position_not_found"]).toBe("Position Not Found");
});

test("a placeholder without a value stays, and a value is taken as it is", () => {
  expect(fill("{a} and {b}", { a: "$& {b}" })).toBe("$& {b} and {b}");
});

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

/** Specification, section 3: the keys of the position page's translations. */
const APPLY_KEYS = [
  "apply.new_opportunity",
  "apply.form_title",
  "apply.full_name",
  "apply.last_name",
  "apply.phone",
  "apply.cv",
  "apply.cv_drop",
  "apply.cv_image_warning",
  "apply.submit",
  "apply.already_applied",
];

test.each(LANGUAGES)(
  "%s has the ten texts of the position's page, and no other apply.*",
  (language) => {
    const keys = Object.keys(messagesFor(language)).filter((key) => key.startsWith("apply."));
    expect(keys.sort()).toEqual([...APPLY_KEYS].sort());
  },
);

test("the words that the specification quotes are used to the letter in their own language", () => {
  const es = messagesFor("es-es");
  const en = messagesFor("en");
  expect(es["error.phone"]).toBe("Por favor, introduce un número de teléfono válido.");
  expect(es["error.cv_missing"]).toBe("Por favor, selecciona un archivo CV.");
  expect(es["error.network"]).toBe("Error de red. Intenta de nuevo.");
  expect(es["error.form"]).toBe("Error del formulario. Por favor, recarga la página.");
  expect(es["error.phone_inline"]).toBe("Número de teléfono no válido");
  expect(es["form.verifying"]).toBe("Verificando...");
  expect(es["form.sending"]).toBe("Enviando...");
  expect(es["form.optional"]).toBe("(Opcional)");
  expect(es["position.join_date"]).toBe("Fecha de incorporación");
  expect(en["apply.form_title"]).toBe("Apply now");
  expect(en["apply.already_applied"]).toBe("You have already applied!");
  expect(en["career.no_jobs"]).toBe("No jobs found.");
  expect(en["career.about"]).toBe("About");
  expect(en["career.loading"]).toBe("Loading job offers...");
  expect(en["position.loading"]).toBe("Loading position details...");
  expect(en["header.no_logo"]).toBe("No Logo");
  expect(en["screen.position_not_found"]).toBe("Position Not Found");
});

test("a placeholder without a value stays, and a value is taken as it is", () => {
  expect(fill("{a} and {b}", { a: "$& {b}" })).toBe("$& {b} and {b}");
});

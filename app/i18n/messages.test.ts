import { expect, test } from "vitest";
import { COMPANY_TEXTS } from "~/contract/texts";
import { fill } from "./fill";
import { LANGUAGES } from "./language";
import { messagesFor } from "./messages";

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test.each(LANGUAGES)("%s has the texts and placeholders of es-es [1.07]", (language) => {
  const reference = messagesFor("es-es");
  const texts = messagesFor(language);
  expect(Object.keys(texts).sort()).toEqual(Object.keys(reference).sort());
  for (const [key, text] of Object.entries(texts)) {
    expect(text.trim(), key).not.toBe("");
    expect(placeholders(text), key).toEqual(placeholders(reference[key as keyof typeof reference]));
  }
});

test.each(Object.entries(COMPANY_TEXTS))(
  "companies may replace the text %s, which has the placeholders %j",
  (key, names) => {
    // Texts about privacy, errors, the browser's storage, and the fate of an application.
    expect(key).not.toMatch(/^(error|refusal|privacy|receipt|details|phone|photo)\.|privacy|_hint/);
    for (const language of LANGUAGES) {
      const text = messagesFor(language)[key as keyof typeof COMPANY_TEXTS];
      expect(placeholders(text)).toEqual(names.map((name) => `{${name}}`).sort());
    }
  },
);

test("companies cannot replace texts that the specification quotes", () => {
  const quoted = [
    ...[
      "apply.form_title",
      "apply.already_applied",
      "apply.new_opportunity",
      "apply.cv_image_warning",
    ],
    ...["career.no_jobs", "career.searched", "career.about", "career.loading", "header.no_logo"],
    ...[
      "position.join_date",
      "position.loading",
      "form.optional",
      "form.verifying",
      "form.sending",
    ],
    ...["form.cv_hint", "screen.not_found", "screen.go_home", "screen.error", "screen.try_again"],
    ...["screen.error_text", "screen.career_not_found", "screen.career_not_found_text"],
    ...["screen.position_not_found", "screen.maintenance", "screen.maintenance_text"],
  ];
  const known = Object.keys(messagesFor("en"));
  expect(quoted.filter((key) => !known.includes(key) || key in COMPANY_TEXTS)).toEqual([]);
});

test("applies a company's texts only to their language", () => {
  const texts = { en: { "career.search": "Find" } };
  expect(messagesFor("en", texts)).toEqual({ ...messagesFor("en"), "career.search": "Find" });
  expect(messagesFor("en", texts)).toBe(messagesFor("en", texts));
  expect(messagesFor("es-es", texts)).toBe(messagesFor("es-es"));
});

const APPLY_KEYS = [
  ...["apply.new_opportunity", "apply.form_title", "apply.full_name", "apply.last_name"],
  ...["apply.phone", "apply.cv", "apply.cv_drop", "apply.cv_image_warning", "apply.submit"],
  "apply.already_applied",
];

test.each(LANGUAGES)("%s has exactly the ten `apply.*` messages [3.16]", (language) => {
  const keys = Object.keys(messagesFor(language)).filter((key) => key.startsWith("apply."));
  expect(keys.sort()).toEqual([...APPLY_KEYS].sort());
});

test("has the specification's Spanish and English messages verbatim [2.21, 4.02, 4.03, 5.05, 5.13, 8.01, 8.02, 8.09, 8.11, 8.12, 8.13]", () => {
  const es = messagesFor("es-es");
  const en = messagesFor("en");
  expect(es).toMatchObject({
    "error.phone": "Por favor, introduce un número de teléfono válido.",
    "error.cv_missing": "Por favor, selecciona un archivo CV.",
    "error.network": "Error de red. Intenta de nuevo.",
    "error.form": "Error del formulario. Por favor, recarga la página.",
    "error.phone_inline": "Número de teléfono no válido",
    ...{ "form.verifying": "Verificando...", "form.sending": "Enviando..." },
    ...{ "form.optional": "(Opcional)", "position.join_date": "Fecha de incorporación" },
  });
  expect(en).toMatchObject({
    ...{ "apply.form_title": "Apply now", "apply.already_applied": "You have already applied!" },
    ...{ "career.no_jobs": "No jobs found.", "career.about": "About", "header.no_logo": "No Logo" },
    "career.loading": "Loading jobs...",
    "position.loading": "Loading position details...",
    "screen.position_not_found": "Position Not Found",
  });
});

test("fill keeps a placeholder without a value, and inserts values verbatim", () => {
  expect(fill("{a} and {b}", { a: "$& {b}" })).toBe("$& {b} and {b}");
});

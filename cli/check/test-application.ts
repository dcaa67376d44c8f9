// Creates the test application of `puerta check`, for a platform's API or a page's form.
import type { Field } from "~/app/platform/position-fields.server";
import type { Position } from "~/app/platform/position.server";
import { filePartName, type Value } from "~/contract/application";
import type { Element } from "./point";

const TEXT = "A test by puerta check. Please delete it.";

/** Values by form part name, field kind, or an input's `inputmode` or `type`. */
const ANSWERS: Partial<Record<string, string>> = {
  first_name: "Puerta",
  last_name: "Check",
  // A number reserved for fiction.
  tel: "+12025550100",
  email: "puerta-check@example.org",
  url: "https://example.org/",
  decimal: "1",
  date: new Date().toISOString().slice(0, 10),
};

const PDF =
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n" +
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n" +
  "trailer<</Root 1 0 R>>\n%%EOF\n";

const CV = new File([PDF], "check.pdf", { type: "application/pdf" });

export function testForm(position: Position): FormData {
  const { standard, csrfToken, killerQuestions, openQuestions } = position;
  const chosen = killerQuestions.map(({ text, answers: [answer] }) => ({ question: text, answer }));
  const written = openQuestions.map((question) => ({ question, answer: TEXT }));
  const required = position.fields.filter(({ isRequired }) => isRequired);
  const answers = required
    .map((field) => ({ id: field.id, value: createAnswer(field) }))
    .filter(({ value }) => value !== undefined);
  const parts = {
    first_name: ANSWERS.first_name,
    last_name: ANSWERS.last_name,
    phone: standard.phone === "off" ? undefined : ANSWERS.tel,
    privacy_policy: "true",
    killer_questions: JSON.stringify(chosen),
    open_questions: written.length > 0 ? JSON.stringify(written) : undefined,
    recaptcha_token: "",
    fields: answers.length > 0 ? JSON.stringify(answers) : undefined,
    csrf_access_token: csrfToken,
    cv: standard.cv === "off" ? undefined : CV,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) form.set(name, value);
  for (const { id, kind } of required) if (kind === "file") form.set(filePartName(id), CV);
  return form;
}

function createAnswer(field: Field): Value | undefined {
  const { kind } = field;
  if (kind === "yes_no") return true;
  if (kind === "text" || kind === "long_text") return TEXT.slice(0, field.max);
  if (kind === "number") return String(field.min ?? field.max ?? 1);
  if (kind === "one_of") return field.options[0]?.value;
  if (kind === "some_of") return field.options.slice(0, 1).map(({ value }) => value);
  return kind === "consent" ? { given: true, text: field.label } : ANSWERS[kind];
}

/** Returns what a browser without scripts would send for a filled-in form. */
export function fillForm({ inside: controls }: Element): FormData {
  const form = new FormData();
  for (const { tag, attributes, inside } of controls) {
    const { name, type = tag, value = "" } = attributes;
    // The honeypot is not in the tab order.
    if (!name || attributes.tabindex === "-1") continue;
    if (["radio", "checkbox", "hidden"].includes(type)) {
      if (!form.has(name)) form.set(name, value);
    } else if (type === "file") {
      form.set(name, "required" in attributes ? CV : new File([], ""));
    } else if (tag === "select") {
      form.set(name, inside.find((option) => option.attributes.value)?.attributes.value ?? "");
    } else if (tag === "input" || tag === "textarea") {
      const { inputmode = type, "data-min": min, "data-max": max } = attributes;
      const text = ANSWERS[name] ?? ANSWERS[inputmode] ?? TEXT;
      const isNumber = inputmode === "decimal";
      form.set(name, isNumber ? (min ?? max ?? text) : text.slice(0, Number(max ?? text.length)));
    }
  }
  return form;
}

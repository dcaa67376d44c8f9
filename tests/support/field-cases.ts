import type { Page } from "playwright/test";
import { fill } from "~/app/i18n/fill";
import { messagesFor } from "~/app/i18n/messages";
import { createPdf, sha256 } from "./application-form";
import type { ReceivedApplication } from "./fake-platform-records";

const es = messagesFor("es-es");

/** The kinds of entered values. A test enters one kind of value into all fields of a form. */
export const CASES = ["valid", "empty", "wrong", "too long", "hostile"] as const;
export type Case = (typeof CASES)[number];

/** Returns a string that runs as a script if a page treats it as markup. */
const vector = (number: number) => `"><img src=x onerror=top.xss(${number})><!--'`;

interface Kind {
  /** The platform's definition. Each field is required. */
  field: { id: string; kind: string } & Record<string, unknown>;
  /** The entered text in each case. Undefined if nothing is entered. */
  entered: Partial<Record<Case, string>>;
  /** The field's error message in each case. Undefined if the value is valid. */
  messages: Partial<Record<Case, string>>;
  /** The value that the platform receives in each valid case. */
  sent: Partial<Record<Case, unknown>>;
}

const PDF = createPdf(2000);
const CONSENT = `Acepto ${vector(11)} y lo demás.`;

/** Creates the options of a question. The last option is hostile but valid. */
const options = (number: number, count: number) => [
  ...Array.from({ length: count - 1 }, (_, index) => ({
    value: `${number}-${index}`,
    label: `Opción ${index}`,
  })),
  { value: vector(number), label: vector(number) },
];

/** Creates a question with options. The form refuses values that aren't options. */
const choice = (kind: string, id: string, number: number, count: number): Kind => ({
  field: { id, kind, options: options(number, count) },
  entered: {
    valid: `${number}-0`,
    wrong: "no longer there",
    "too long": "x".repeat(2000),
    hostile: vector(number),
  },
  messages: {
    empty: kind === "some_of" ? es["error.field_some"] : es["error.question"],
    wrong: es["error.field_option"],
    "too long": es["error.field_option"],
  },
  sent:
    kind === "some_of"
      ? { valid: [`${number}-0`], hostile: [vector(number)] }
      : { valid: `${number}-0`, hostile: vector(number) },
});

const tooLong = (max: number) => fill(es["error.open_question_long"], { max });

/** Every kind of field that accepts an answer. */
export const KINDS: readonly Kind[] = [
  {
    field: { id: "email", kind: "email" },
    entered: {
      valid: "maria@ejemplo.es",
      wrong: "maria@",
      "too long": `${"m".repeat(250)}@ejemplo.es`,
      hostile: `${vector(1)}@ejemplo.es`,
    },
    messages: {
      empty: es["error.email_missing"],
      wrong: es["error.field_email"],
      "too long": tooLong(254),
      hostile: es["error.field_email"],
    },
    sent: { valid: "maria@ejemplo.es" },
  },
  {
    field: { id: "line", kind: "text", max: 60 },
    entered: {
      valid: "Una línea",
      wrong: "\u200b \u0007",
      "too long": "x".repeat(61),
      hostile: vector(2),
    },
    messages: {
      empty: es["error.open_question_missing"],
      wrong: es["error.open_question_missing"],
      "too long": tooLong(60),
    },
    sent: { valid: "Una línea", hostile: vector(2) },
  },
  {
    field: { id: "lines", kind: "long_text", max: 200 },
    entered: {
      valid: "Dos\nlíneas",
      wrong: " \n\u0007",
      "too long": "x".repeat(201),
      hostile: `</textarea>${vector(3)}\n{{7*7}}`,
    },
    messages: {
      empty: es["error.open_question_missing"],
      wrong: es["error.open_question_missing"],
      "too long": tooLong(200),
    },
    sent: { valid: "Dos\nlíneas", hostile: `</textarea>${vector(3)}\n{{7*7}}` },
  },
  {
    field: { id: "web", kind: "url" },
    entered: {
      valid: "ejemplo.com/yo",
      wrong: "mi página",
      "too long": `ejemplo.com/${"x".repeat(2000)}`,
      hostile: "javascript:top.xss(4)",
    },
    messages: {
      empty: es["error.url_missing"],
      wrong: es["error.field_url"],
      "too long": tooLong(2000),
      hostile: es["error.field_url"],
    },
    sent: { valid: "https://ejemplo.com/yo" },
  },
  {
    field: { id: "pay", kind: "number", min: 1, max: 90_000 },
    entered: {
      valid: "35.000,5",
      wrong: "bastante",
      "too long": "9".repeat(15),
      hostile: vector(5),
    },
    messages: {
      empty: es["error.number_missing"],
      wrong: es["error.field_number"],
      "too long": fill(es["error.field_between"], { min: "1", max: "90.000" }),
      hostile: es["error.field_number"],
    },
    sent: { valid: "35000.5" },
  },
  {
    field: { id: "start", kind: "date" },
    entered: {
      valid: "2027-04-03",
      wrong: "30/2/2027",
      "too long": "3 de abril de 2027, si puede ser por la mañana",
      hostile: vector(6),
    },
    messages: {
      empty: es["error.date_missing"],
      wrong: es["error.field_date"],
      "too long": es["error.field_date"],
      hostile: es["error.field_date"],
    },
    sent: { valid: "2027-04-03" },
  },
  {
    field: { id: "permit", kind: "yes_no" },
    entered: { valid: "false", wrong: "maybe", "too long": "true".repeat(500), hostile: vector(7) },
    messages: {
      empty: es["error.question"],
      wrong: es["error.field_option"],
      "too long": es["error.field_option"],
      hostile: es["error.field_option"],
    },
    sent: { valid: false },
  },
  choice("one_of", "level", 8, 3),
  choice("one_of", "where", 9, 12),
  choice("some_of", "tools", 10, 3),
  {
    field: { id: "keep", kind: "consent", label: CONSENT },
    entered: {
      valid: CONSENT,
      wrong: "Otra cosa",
      "too long": CONSENT.repeat(50),
      hostile: CONSENT,
    },
    messages: {
      empty: es["error.field_consent"],
      wrong: es["error.field_consent"],
      "too long": es["error.field_consent"],
    },
    sent: {
      valid: { given: true, text: CONSENT },
      hostile: { given: true, text: CONSENT },
    },
  },
  {
    field: { id: "portfolio", kind: "file", accept: ["pdf"], max: 100_000 },
    entered: {
      valid: "porfolio.pdf",
      wrong: "página.pdf",
      "too long": "grande.pdf",
      hostile: "<img src=x onerror=top.xss(12)>'\".pdf",
    },
    messages: {
      empty: es["error.file_missing"],
      wrong: fill(es["error.file_type"], { types: "PDF" }),
      "too long": fill(es["error.file_large"], { size: "97\u00a0KB" }),
    },
    sent: { valid: sha256(PDF), hostile: sha256(PDF) },
  },
];

export const positionWithAllKinds = () => ({
  fields: KINDS.map(({ field }) => ({ label: `Campo ${field.id}`, ...field, required: true })),
});

export const controlName = ({ field }: Kind) => `field-${field.id}`;

export const fileContents = (which: Case) =>
  which === "wrong"
    ? Buffer.from("<html>no</html>")
    : which === "too long"
      ? createPdf(100_001)
      : PDF;

/** Returns the error messages of a case by control name. */
export const expectedMessages = (which: Case) =>
  Object.fromEntries(
    KINDS.flatMap((kind) => {
      const words = kind.messages[which];
      return words === undefined ? [] : [[controlName(kind), words]];
    }),
  );

const isFile = ({ field }: Kind) => field.kind === "file";

/** Returns the answers and file hashes that the platform receives after errors are corrected. */
export const expectedAnswers = (which: Case) => {
  const value = (kind: Kind) => kind.sent[which] ?? kind.sent.valid;
  return {
    answers: KINDS.filter((kind) => !isFile(kind)).map((kind) => ({
      id: kind.field.id,
      value: value(kind),
    })),
    files: KINDS.filter(isFile).map((kind) => [`file:${kind.field.id}`, value(kind)]),
  };
};

/** Returns the received answers in the format of `expectedAnswers`. */
export const receivedAnswers = (application: ReceivedApplication | undefined) => ({
  answers: application?.answers,
  files: application?.files
    .filter(({ name }) => name !== "cv")
    .map(({ name, sha256 }) => [name, sha256]),
});

/** Enters a case's value into a field. Adds or changes an option if the form doesn't offer the value. */
export async function enter(page: Page, kind: Kind, which: Case): Promise<void> {
  const text = kind.entered[which];
  if (text === undefined) return;
  const controls = page.locator(`[name="${controlName(kind)}"]:enabled`);
  switch (kind.field.kind) {
    case "file":
      await controls.setInputFiles({
        name: text,
        mimeType: "application/pdf",
        buffer: fileContents(which),
      });
      return;
    case "yes_no":
    case "one_of":
    case "some_of":
    case "consent":
      await controls.evaluateAll((all, value) => {
        const [first] = all as (HTMLInputElement | HTMLSelectElement)[]; // the fields' elements
        if (first instanceof HTMLSelectElement) {
          if (![...first.options].some((option) => option.value === value)) {
            first.add(new Option(value, value));
          }
          first.value = value;
        } else {
          const boxes = all as HTMLInputElement[]; // all other elements are inputs
          const box = boxes.find((box) => box.value === value) ?? first;
          if (!box) throw new Error("A field is missing");
          for (const other of boxes) other.checked = false;
          box.value = value;
          box.checked = true;
        }
        first?.dispatchEvent(new Event("input", { bubbles: true }));
        first?.dispatchEvent(new Event("change", { bubbles: true }));
      }, text);
      return;
    default:
      // A browser without date fields accepts any text.
      await controls.evaluate((field) => {
        if (field.getAttribute("type") === "date") field.setAttribute("type", "text");
      });
      await controls.fill(text);
  }
}

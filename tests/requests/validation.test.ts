import { beforeEach, describe, expect, test } from "vitest";
import { STANDARD_LANGUAGES } from "~/contract/languages";
import { messagesFor, type Messages } from "~/app/i18n/messages";
import {
  ANSWERS,
  readFixture,
  buildForm,
  applicationId,
  positionPath,
  createPdf,
  post,
} from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { startSites } from "../support/sites-for-file";
import { findElements, fieldErrors, inputValue } from "../support/html";

const { platform, site } = await startSites({ site: { vars: { MAX_CV_BYTES: "2097152" } } });
beforeEach(() => platform.client({ is_cv_required: true }));

const cv = { bytes: createPdf(1000), name: "cv.pdf" };
const file = (path: string) => ({
  bytes: Buffer.from(readFixture(`invalid/${path}`)),
  name: path,
});

const es = messagesFor("es-es");
const TYPES = "PDF, DOC, DOCX, RTF, JPG, PNG";
const CV_TYPE = es["error.cv_type"].replace("{types}", TYPES);

const WEBP = Buffer.from("RIFF\u0010\0\0\0WEBPVP8 ");
const large = { bytes: createPdf(2 * 1024 ** 2), name: "large.pdf" };
const cvErrorCases: [string, { bytes: Buffer<ArrayBuffer>; name: string } | undefined, string][] = [
  ["no file", undefined, "Por favor, selecciona un archivo CV."],
  ["an empty file", file("empty.pdf"), es["error.cv_empty"]],
  ["a program", file("program.pdf"), CV_TYPE],
  ["a WebP named .jpg", { bytes: WEBP, name: "cv.jpg" }, es["error.photo_type"]],
  ["a file that is too large", large, "El archivo es demasiado grande. El máximo es 2\u00a0MB."],
];

/** Questions that precede their message in the error summary. */
const QUESTIONS: Record<string, string> = {
  "question-0": "¿Tienes permiso de trabajo? ",
  "question-1": "¿Cuándo puedes empezar? ",
  "open_question-0": "¿Por qué quieres trabajar aquí? ",
};

/** Expects each message as a link in the error summary and next to its field, and no other messages. */
function expectErrors(html: string, messages: Record<string, string>) {
  const summary = findElements(html, "a").filter(({ attributes, text }) =>
    Object.entries(messages).some(
      ([field, message]) =>
        attributes.href === `#${field}` && text === (QUESTIONS[field] ?? "") + message,
    ),
  );
  expect(summary).toHaveLength(Object.keys(messages).length);
  expect(Object.fromEntries(fieldErrors(html))).toEqual(messages);
}

/** Returns the values that the browser would send from a returned form. */
function enteredValues(html: string) {
  const checked = (name: string) =>
    findElements(html, "input").find(
      ({ attributes }) => attributes.name === name && "checked" in attributes,
    )?.attributes.value;
  const typed = ["application_id", "first_name", "last_name", "phone"];
  const chosen = ["question-0", "question-1", "privacy_policy"];
  return {
    ...Object.fromEntries(typed.map((name) => [name, inputValue(html, name)])),
    ...Object.fromEntries(chosen.map((name) => [name, checked(name)])),
    "open_question-0": findElements(html, "textarea")[0]?.text,
  };
}

const validValues = Object.fromEntries(
  [...buildForm(ANSWERS)].filter(([name]) => !["application_id", "cv"].includes(name)),
);

/** Sends an invalid form and expects a returned form with errors and unchanged values. */
async function expectReturned(form: FormData, errors: Record<string, string>, changes = {}) {
  const response = await post(site.url + positionPath("questions"), form);
  expect(response.status).toBe(422);
  const html = await response.text();
  expectErrors(html, errors);
  // The returned form has the same application id.
  expect(enteredValues(html)).toEqual({
    ...validValues,
    application_id: applicationId(form),
    ...changes,
  });
  expect(platform.applications).toEqual([]);
}

describe("a form with one invalid field", () => {
  test("is returned with its values unchanged [5.18]", async () => {
    const form = buildForm({ ...ANSWERS, phone: "llámame" }, cv);
    await expectReturned(form, { phone: es["error.phone"] }, { phone: "llámame" });
  });

  test.each(cvErrorCases)(
    "is returned with an error if the CV is %s [5.12, 5.21]",
    async (_, cvFile, message) => {
      await expectReturned(buildForm(ANSWERS, cvFile), { cv: message });
    },
  );
});

test.each(STANDARD_LANGUAGES)(
  "an invalid form shows all errors at once (language: %s) [5.21]",
  async (language) => {
    const t: Messages = messagesFor(language);
    const form = buildForm({
      first_name: "",
      last_name: "",
      phone: "1",
      privacy_policy: undefined,
    });
    const response = await post(`${site.url}${positionPath("questions")}?lang=${language}`, form);
    expect(response.status).toBe(422);
    const errors = {
      first_name: t["error.first_name_missing"],
      last_name: t["error.last_name_missing"],
      phone: t["error.phone"],
      cv: t["error.cv_missing"],
      "question-0": t["error.question"],
      "question-1": t["error.question"],
      "open_question-0": t["error.open_question_missing"],
      privacy_policy: t["error.privacy"],
    };
    expectErrors(await response.text(), errors);
  },
);

test("an application with 500 questions is accepted", async () => {
  const questions = Array.from({ length: 500 }, (_, index) => `Question ${index}?`);
  platform.position(fakePositions.questions, {
    apply_site_questions: questions.map((question) => ({ question, answers: ["Yes", "No"] })),
  });
  const answers = Object.fromEntries(questions.map((_, index) => [`question-${index}`, "Yes"]));
  expect((await post(site.url + positionPath("questions"), buildForm(answers, cv))).status).toBe(
    303,
  );
});

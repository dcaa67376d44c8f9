import type { FieldMode } from "~/contract/fields";
import { plainText, unescapeHtml } from "../html";
import type { Job, JobField, Kind } from "../system-interface";
import type { JobResponse, Question } from "./format";
import type { Messages } from "./messages";
import type { GreenhouseBoard } from "./settings";

/** File types that Greenhouse accepts. */
const ACCEPTED: Job["cv_accept"] = ["pdf", "doc", "docx", "txt", "rtf"];

/** Greenhouse's names for the fields of the site's standard form. */
const STANDARD = new Set(["first_name", "last_name", "phone", "resume"]);

/** Converts a description to plain text. Descriptions are HTML, or escaped HTML like `content`. */
export const htmlToText = (html: string) =>
  plainText(html.includes("<") ? html : unescapeHtml(html));

/** Field ids of a demographic question, and of an option's text field. */
export const demographicId = (question: string) => `demographic_${question}`;
export const freeFormId = (question: string, option: string) =>
  `demographic_${question}_text_${option}`;

export function toForm(
  job: JobResponse,
  company: { name: string; leaveOut: GreenhouseBoard["leave_out"] },
  messages: Messages,
): Pick<Job, "fields" | "sections" | "standard" | "cv_accept"> {
  const { demographic_questions: demographic } = job;
  const consents = consentFields(job, company.name, messages);
  const title = demographic?.header;
  const note = demographic?.description && htmlToText(demographic.description);
  return {
    fields: [
      ...job.questions.flatMap(toFields),
      ...unsupportedFields(job, company.leaveOut),
      ...consents.filter(({ section }) => section === undefined),
      ...complianceFields(job),
      ...demographicFields(job),
      ...consents.filter(({ section }) => section !== undefined),
    ],
    ...((title ?? note) && { sections: { voluntary: { title, note } } }),
    standard: {
      phone: getMode(job.questions, "phone"),
      cv: getMode(job.questions, "resume"),
    },
    cv_accept: ACCEPTED,
  };
}

function getMode(questions: readonly Question[], name: string): FieldMode {
  const found = questions.find(({ fields }) => fields.some((field) => field.name === name));
  if (!found) return "off";
  return found.required === true ? "required" : "optional";
}

/** Converts a question to at most one field. If a question offers alternative fields, a text area is preferred. */
function toFields(question: Question): JobField[] {
  const shown = question.fields.filter(({ type }) => type !== "input_hidden");
  const field = shown.find(({ type }) => type === "textarea") ?? shown[0];
  const { label, description, required } = question;
  if (!field) return [];
  const standardField = shown.find(({ name }) => STANDARD.has(name));
  if (standardField) {
    // Standard fields cannot show a description, so a note shows it.
    const text = [label, description && htmlToText(description)].join(": ");
    return description ? [{ id: `note_${standardField.name}`, kind: "note", label: text }] : [];
  }
  const common = {
    required: required === true,
    ...(description !== undefined && { hint: htmlToText(description) }),
  };
  // The API refuses applications without an email, even if the form does not require one.
  if (field.name === "email") return [{ id: "email", kind: "email", ...common, required: true }];
  if (field.name === "cover_letter_text")
    return [{ id: "cover_letter", kind: "long_text", ...common }];
  return [{ id: createId(field.name), label: label ?? field.name, ...common, ...getKind(field) }];
}

/** `question_12[]` becomes `question_12`. The id of a cover letter's file field is `cover_letter_file`. */
const createId = (name: string) =>
  name === "cover_letter" ? "cover_letter_file" : name.replace(/\[\]$/, "");

function getKind({ type, values }: Question["fields"][number]): Kind {
  switch (type) {
    case "input_text":
      return { kind: "text" };
    case "textarea":
      return { kind: "long_text" };
    case "input_file":
      return { kind: "file", accept: ACCEPTED };
    case "multi_value_single_select":
      return isYesNo(values) ? { kind: "yes_no" } : { kind: "one_of", options: values };
    case "multi_value_multi_select":
      return { kind: "some_of", options: values };
    default:
      return { kind: `greenhouse:${type}` };
  }
}

function isYesNo(values: readonly { value: string; label: string }[]): boolean {
  const words = new Map(values.map(({ value, label }) => [value, label.trim().toLowerCase()]));
  return words.size === 2 && words.get("1") === "yes" && words.get("0") === "no";
}

/**
 * Returns fields of unsupported kinds, which send candidates to Greenhouse's page, for required questions about
 * places and schools. The API needs coordinates for places, and Greenhouse's ids for schools.
 */
function unsupportedFields(job: JobResponse, leaveOut: GreenhouseBoard["leave_out"]): JobField[] {
  const asksPlace = job.location_questions.some(({ required }) => required === true);
  const asks = [
    { what: "location", required: asksPlace },
    { what: "education", required: job.education === "education_required" },
  ] as const;
  return asks
    .filter(({ what, required }) => required && !leaveOut.includes(what))
    .map(({ what }) => ({ id: what, kind: `greenhouse:${what}`, label: what, required: true }));
}

/** Greenhouse publishes no texts for consents, so the adapter uses its own. */
function consentFields(
  { data_compliance }: JobResponse,
  name: string,
  messages: Messages,
): JobField[] {
  const gdpr = data_compliance.find(({ type }) => type === "gdpr");
  if (!gdpr) return [];
  const isSplit =
    gdpr.requires_processing_consent === true || gdpr.requires_retention_consent === true;
  const consent = (id: string, label: string, required: boolean): JobField => ({
    id,
    kind: "consent",
    label,
    required,
  });
  return [
    ...(gdpr.requires_consent === true && !isSplit
      ? [consent("gdpr_consent", messages.consent(name), true)]
      : []),
    ...(gdpr.requires_processing_consent === true
      ? [consent("gdpr_processing_consent", messages.processing(name), true)]
      : []),
    ...(gdpr.requires_retention_consent === true
      ? [consent("gdpr_retention_consent", messages.retention(name, gdpr.retention_period), false)]
      : []),
    ...(gdpr.demographic_data_consent_applies === true
      ? [
          {
            ...consent("gdpr_demographic_data_consent", messages.demographic(name), false),
            section: "voluntary" as const,
          },
        ]
      : []),
  ];
}

/** Converts the groups of `compliance` questions to voluntary fields. Descriptions become notes. */
function complianceFields({ compliance }: JobResponse): JobField[] {
  return compliance.flatMap(({ description, questions }, index) => {
    const note: JobField[] =
      description === undefined
        ? []
        : [{ id: `compliance_note_${index}`, kind: "note", label: htmlToText(description) }];
    return [...note, ...questions.flatMap(toFields)].map((field) => ({
      ...field,
      ...(field.kind !== "note" && { label: splitWords(field.label ?? "") }),
      ...("options" in field && {
        options: field.options.map(({ value, label }) => ({ value, label: htmlToText(label) })),
      }),
      required: false,
      section: "voluntary" as const,
    }));
  });
}

/** Splits labels such as `DisabilityStatus` into words. */
const splitWords = (label: string) =>
  htmlToText(label).replace(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);

function demographicFields({ demographic_questions }: JobResponse): JobField[] {
  return (demographic_questions?.questions ?? []).flatMap((question) => {
    const options = question.answer_options.map(({ id, label }) => ({ value: id, label }));
    const isOne = question.type === "multi_value_single_select";
    const texts = question.answer_options.filter(({ free_form }) => free_form === true);
    const section = "voluntary" as const;
    return [
      {
        id: demographicId(question.id),
        kind: isOne ? "one_of" : "some_of",
        label: question.label,
        options,
        section,
      },
      ...texts.map(({ id, label }): JobField => ({
        id: freeFormId(question.id, id),
        kind: "text",
        label: `${question.label} (${label})`,
        max: 255,
        section,
      })),
    ];
  });
}

import { z } from "zod";
import type { Form, Upload } from "./form";
import type { Messages } from "./messages";
import { sourceOf } from "./source";
import type { Application, Field, FieldError, Job, Value } from "./system";

const Answers = z.array(
  z.object({
    id: z.string(),
    value: z.union([
      z.string(),
      z.array(z.string()),
      z.boolean(),
      z.object({ given: z.boolean(), text: z.string() }),
    ]),
  }),
);

/**
 * Reads an application by the contract, and checks it against what its position asks.
 *
 * @returns what is wrong, at the fields, in the form's order; an empty list where the form cannot be read
 */
export function readApplication(
  form: Form,
  job: Job,
  messages: Messages,
): { application: Application } | { errors: FieldError[] } {
  const listed = Answers.safeParse(jsonOf(form.get("fields") ?? "[]"));
  const answers = new Map<string, Value>(
    (listed.data ?? []).map(({ id, value }) => [id, value] as const),
  );
  if (!listed.success || answers.size < listed.data.length) return { errors: [] };

  const files = new Map<string, Upload>();
  for (const { id, kind } of job.fields) {
    const file = kind === "file" ? fileOf(form.get(`file:${id}`)) : undefined;
    if (file) files.set(id, file);
  }
  const application: Application = {
    firstName: textOf(form.get("first_name")),
    lastName: textOf(form.get("last_name")),
    phone: job.standard.phone === "off" ? undefined : textOf(form.get("phone")) || undefined,
    cv: job.standard.cv === "off" ? undefined : fileOf(form.get("cv")),
    answers,
    files,
    source: sourceOf(form.get("source")),
  };
  const faults: [field: string, fault: string | undefined][] = [
    ["first_name", isName(application.firstName) ? undefined : messages.name],
    ["last_name", isName(application.lastName) ? undefined : messages.name],
    ["phone", faultOfPhone(application.phone, job, messages)],
    ["cv", faultOfFile(cvField(job), application.cv, messages)],
    ...job.fields.map((field): [string, string | undefined] => [
      field.id,
      field.kind === "file"
        ? faultOfFile(field, files.get(field.id), messages)
        : faultOf(field, answers.get(field.id), messages),
    ]),
    ["privacy_policy", form.get("privacy_policy") === "true" ? undefined : messages.privacy],
  ];
  const errors = faults.flatMap(([field, message]) =>
    message === undefined ? [] : [{ field, message }],
  );
  return errors.length > 0 ? { errors } : { application };
}

const cvField = ({ standard, cv_accept, cv_max_bytes }: Job): Field => ({
  id: "cv",
  kind: "file",
  required: standard.cv === "required",
  ...(cv_accept && { accept: cv_accept }),
  ...(cv_max_bytes !== undefined && { max: cv_max_bytes }),
});

const textOf = (part: unknown): string => (typeof part === "string" ? part.trim() : "");
const isName = (name: string) => name !== "" && [...name].length <= 100;

function jsonOf(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** A file field without a file comes as nothing, as text, or as an empty file without a name. */
const fileOf = (part: string | Upload | undefined): Upload | undefined =>
  typeof part === "object" && (part.size > 0 || part.name !== "") ? part : undefined;

const mayBeLeftOut = ({ required, section, kind }: Field) =>
  required !== true || section === "voluntary" || kind === "note";

function faultOfPhone(phone: string | undefined, { standard }: Job, messages: Messages) {
  if (phone === undefined) return standard.phone === "required" ? messages.phone : undefined;
  return /^\+[1-9]\d{6,14}$/.test(phone) ? undefined : messages.phone;
}

function faultOfFile(field: Field, file: Upload | undefined, messages: Messages) {
  if (!file) return mayBeLeftOut(field) ? undefined : messages.fileMissing;
  if (file.size === 0) return messages.fileEmpty;
  if (file.size > (field.max ?? Infinity)) return messages.fileTooLarge;
  const isAccepted = field.accept?.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`));
  return isAccepted === false ? messages.fileType : undefined;
}

function faultOf(field: Field, value: Value | undefined, messages: Messages): string | undefined {
  const isMissing =
    value === undefined ||
    value === "" ||
    (Array.isArray(value) ? value.length === 0 : typeof value === "object" && !value.given);
  if (isMissing) return mayBeLeftOut(field) ? undefined : messages.missing;
  if (!isAnswer(field, value)) return messages.wrong;
  const isLong = typeof value === "string" && [...value].length > longest(field);
  return isLong ? messages.long : undefined;
}

const longest = ({ kind, max }: Field) =>
  kind === "text" || kind === "long_text" ? (max ?? Infinity) : Infinity;

/** Whether a value has the form that the field's kind has. */
function isAnswer(field: Field, value: Value): boolean {
  const { kind, options = [], min = -Infinity, max = Infinity } = field;
  const has = (one: string) => options.some((option) => option.value === one);
  switch (kind) {
    case "text":
    case "long_text":
      return typeof value === "string";
    case "email":
      return typeof value === "string" && /^[^\s@]+@[^\s@]+$/.test(value);
    case "url":
      return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
    case "number":
      return (
        typeof value === "string" &&
        /^-?\d+(\.\d+)?$/.test(value) &&
        Number(value) >= min &&
        Number(value) <= max
      );
    case "date":
      return z.iso.date().safeParse(value).success;
    case "yes_no":
      return typeof value === "boolean";
    case "one_of":
      return typeof value === "string" && has(value);
    case "some_of":
      return Array.isArray(value) && value.every(has) && new Set(value).size === value.length;
    case "consent":
      return typeof value === "object" && !Array.isArray(value) && value.text !== "";
    default:
      return false;
  }
}

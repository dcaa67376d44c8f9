import { validateAnswer, validateFile } from "~/contract/answers";
import {
  filePartName,
  PHONE,
  parseFieldAnswers,
  type FieldError,
  type Value,
} from "~/contract/application";
import { isOptional } from "~/contract/fields";
import { MAX_NAME } from "~/contract/limits";
import type { Form, Upload } from "./form";
import type { Messages } from "./messages";
import { parseSource } from "./source";
import { isSupported, type Application, type Job, type JobField } from "./system-interface";

/**
 * Parses an application in the contract's format and validates it against the position's form.
 *
 * @returns the application, or its errors. The list is empty if the `fields` part is unreadable.
 */
export function readApplication(
  form: Form,
  job: Job,
  messages: Messages,
): { application: Application } | { errors: FieldError[] } {
  const answers = parseFieldAnswers(form.get("fields"));
  if (!answers) return { errors: [] };

  const files = new Map<string, Upload>();
  for (const { id, kind } of job.fields) {
    const file = kind === "file" ? toFile(form.get(filePartName(id))) : undefined;
    if (file) files.set(id, file);
  }
  const application: Application = {
    firstName: toText(form.get("first_name")),
    lastName: toText(form.get("last_name")),
    phone: job.standard.phone === "off" ? undefined : toText(form.get("phone")) || undefined,
    cv: job.standard.cv === "off" ? undefined : toFile(form.get("cv")),
    answers,
    files,
    source: parseSource(form.get("source")),
  };
  const results: [field: string, error: string | undefined][] = [
    ["first_name", isName(application.firstName) ? undefined : messages.name],
    ["last_name", isName(application.lastName) ? undefined : messages.name],
    ["phone", findPhoneError(application.phone, job, messages)],
    ["cv", findCvError(application.cv, job, messages)],
    ...job.fields.map((field): [string, string | undefined] => [
      field.id,
      findFieldError(field, answers.get(field.id), files.get(field.id), messages),
    ]),
    ["privacy_policy", form.get("privacy_policy") === "true" ? undefined : messages.privacy],
  ];
  const errors = results.flatMap(([field, message]) =>
    message === undefined ? [] : [{ field, message }],
  );
  return errors.length > 0 ? { errors } : { application };
}

const toText = (part: unknown): string => (typeof part === "string" ? part.trim() : "");
const isName = (name: string) => name !== "" && [...name].length <= MAX_NAME;

/** Browsers send a file field without a file as an unnamed empty file. */
const toFile = (part: string | Upload | undefined): Upload | undefined =>
  typeof part === "object" && (part.size > 0 || part.name !== "") ? part : undefined;

function findPhoneError(phone: string | undefined, { standard }: Job, messages: Messages) {
  if (phone === undefined) return standard.phone === "required" ? messages.phone : undefined;
  return PHONE.test(phone) ? undefined : messages.phone;
}

function findCvError(
  cv: Upload | undefined,
  { standard, cv_accept: accept, cv_max_bytes: max }: Job,
  messages: Messages,
) {
  const error = validateFile({ isRequired: standard.cv === "required", accept, max }, cv);
  return error && messages.file[error];
}

function findFieldError(
  field: JobField,
  value: Value | undefined,
  file: Upload | undefined,
  messages: Messages,
): string | undefined {
  // The site's form cannot show a field of an unsupported kind.
  if (!isSupported(field)) return field.required === true ? messages.answer.missing : undefined;
  if (field.kind === "file") {
    const error = validateFile({ ...field, isRequired: !isOptional(field) }, file);
    return error && messages.file[error];
  }
  const error = validateAnswer(field, value);
  return error && messages.answer[error];
}

import { z } from "zod";
import type { Messages } from "./messages";
import { sourceOf } from "./source";
import type { Application, Field, FieldError, Job, Value } from "./system";

/** Most bytes of a body: 60 MiB of files, and 1 MiB for everything else. */
const MOST_BYTES = 61 * 1024 * 1024;

/** The form is not multipart, was cut off, or (`tooLarge`) is too large. */
export class BadForm extends Error {
  constructor(readonly tooLarge: boolean) {
    super(tooLarge ? "form too large" : "form unreadable");
    this.name = "BadForm";
  }
}

/** Reads a request's multipart form. @throws BadForm if it cannot be read */
export async function readForm(request: Request): Promise<FormData> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) {
    throw new BadForm(false);
  }
  // A body without a Content-Length is counted as it comes. One that is too large is read to its end
  // without being kept, so that the caller gets the answer.
  let size = 0;
  const counted = request.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= MOST_BYTES) controller.enqueue(chunk);
      },
    }),
  );
  try {
    return await new Response(counted ?? null, { headers: request.headers }).formData();
  } catch {
    throw new BadForm(size > MOST_BYTES);
  }
}

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
  form: FormData,
  job: Job,
  messages: Messages,
): { application: Application } | { errors: FieldError[] } {
  const listed = Answers.safeParse(jsonOf(form.get("fields") ?? "[]"));
  const answers = new Map<string, Value>(
    (listed.data ?? []).map(({ id, value }) => [id, value] as const),
  );
  if (!listed.success || answers.size < listed.data.length) return { errors: [] };

  const files = new Map<string, File>();
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
const fileOf = (part: unknown): File | undefined =>
  part instanceof File && (part.size > 0 || part.name !== "") ? part : undefined;

const mayBeLeftOut = ({ required, section, kind }: Field) =>
  required !== true || section === "voluntary" || kind === "note";

function faultOfPhone(phone: string | undefined, { standard }: Job, messages: Messages) {
  if (phone === undefined) return standard.phone === "required" ? messages.phone : undefined;
  return /^\+[1-9]\d{6,14}$/.test(phone) ? undefined : messages.phone;
}

function faultOfFile(field: Field, file: File | undefined, messages: Messages) {
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

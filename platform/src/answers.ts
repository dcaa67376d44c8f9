import { z } from "zod";
import { mayBeLeftOut, type Field } from "./fields";
import type { Messages } from "./messages";

const Value = z.union([
  z.string(),
  z.array(z.string()),
  z.boolean(),
  z.object({ given: z.boolean(), text: z.string() }),
]);

const Answers = z.array(z.object({ id: z.string(), value: Value }));

type Value = z.infer<typeof Value>;

/** What was answered to a field, with the label that it had then. */
export interface Answer {
  id: string;
  label: string;
  value: Value;
  /** Whether it was asked in the voluntary section. */
  voluntary?: true;
}

/** A file that was given to a field. */
export interface GivenFile {
  field: string;
  label: string;
  voluntary?: true;
  file: File;
}

/** A wrong field, and what candidates read of it. */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * Reads the answers to a position's fields out of an application: the part `fields`, and the parts
 * `file:<id>`. An answer to a field that the position has no more is kept as it came.
 *
 * @returns the answers, or what is wrong, in the order of the fields; an empty list where the part
 *   cannot be read at all
 */
export function readAnswers(
  form: FormData,
  fields: readonly Field[],
  messages: Messages,
): { answers: Answer[]; files: GivenFile[] } | { errors: FieldError[] } {
  const listed = Answers.safeParse(jsonOf(form.get("fields") ?? "[]"));
  const given = new Map((listed.data ?? []).map(({ id, value }) => [id, value]));
  if (!listed.success || given.size < listed.data.length) return { errors: [] };

  const files: GivenFile[] = [];
  const errors: FieldError[] = [];
  for (const field of fields) {
    const file = field.kind === "file" ? fileOf(form.get(`file:${field.id}`)) : undefined;
    const message =
      field.kind === "file"
        ? faultOfFile(field, file, messages)
        : faultOf(field, given.get(field.id), messages);
    if (message !== undefined) errors.push({ field: field.id, message });
    else if (file) files.push({ field: field.id, ...asAsked(field), file });
  }
  if (errors.length > 0) return { errors };
  const asked = new Map(fields.map((field) => [field.id, asAsked(field)]));
  const answers = [...given].map(([id, value]) => ({ id, label: id, ...asked.get(id), value }));
  return { answers, files };
}

/** How a field was asked when it was answered: the position may change. */
const asAsked = ({ id, label, section }: Field): Pick<Answer, "label" | "voluntary"> => ({
  label: label ?? id,
  ...(section === "voluntary" && { voluntary: true }),
});

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

function faultOfFile(field: Field, file: File | undefined, messages: Messages) {
  if (!file) return mayBeLeftOut(field) ? undefined : messages.fileMissing;
  if (file.size === 0) return messages.fileEmpty;
  if (file.size > (field.max ?? Infinity)) return messages.fileTooLarge;
  const isAccepted = field.accept?.some((ending) => file.name.toLowerCase().endsWith(`.${ending}`));
  return isAccepted === false ? messages.fileType : undefined;
}

function faultOf(field: Field, value: Value | undefined, messages: Messages): string | undefined {
  const isMissing = value === undefined || value === "" || isRefused(value) || isEmpty(value);
  if (isMissing) return mayBeLeftOut(field) ? undefined : messages.answerMissing;
  if (!SCHEMAS[field.kind](field).safeParse(value).success) return messages.answerWrong;
  const isText = field.kind === "text" || field.kind === "long_text";
  const length = isText && typeof value === "string" ? [...value].length : 0;
  const isLong = length > (field.max ?? Infinity);
  return isLong ? messages.answerLong : undefined;
}

const isRefused = (value: Value) =>
  typeof value === "object" && !Array.isArray(value) && !value.given;
const isEmpty = (value: Value) => Array.isArray(value) && value.length === 0;

const text = () => z.string();
const option = ({ options = [] }: Field) =>
  z.string().refine((value) => options.some((one) => one.value === value));

/** What the answer to a field of each kind is. */
const SCHEMAS: Record<Field["kind"], (field: Field) => z.ZodType> = {
  email: () => z.string().regex(/^[^\s@]+@[^\s@]+$/),
  text,
  long_text: text,
  url: () => z.url({ protocol: /^https?$/ }),
  number: ({ min = -Infinity, max = Infinity }) =>
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number)
      .refine((number) => number >= min && number <= max),
  date: () => z.iso.date(),
  yes_no: () => z.boolean(),
  one_of: option,
  some_of: (field) =>
    z.array(option(field)).refine((values) => new Set(values).size === values.length),
  consent: () => z.object({ given: z.boolean(), text: z.string().min(1) }),
  file: () => z.never(),
  note: () => z.never(),
};

import { validateAnswer, validateFile } from "../../contract/answers";
import {
  filePartName,
  parseFieldAnswers,
  type FieldError,
  type Value,
} from "../../contract/application";
import { isOptional, type Field } from "../../contract/fields";
import type { Messages } from "./messages";

/** An answer to a field, with the label that the candidate saw. */
export interface Answer {
  id: string;
  label: string;
  value: Value;
  /** Whether the field was in the voluntary section. */
  voluntary?: true;
}

/** A file for a file field. */
export interface FieldFile {
  field: string;
  label: string;
  voluntary?: true;
  file: File;
}

/**
 * Parses the answers to a position's fields from the part `fields` and the parts `file:<id>`. Answers to
 * fields that the position no longer has are stored unchecked.
 *
 * @returns the answers, or their errors in the order of the fields. An unreadable `fields` part returns an
 *   empty list.
 */
export function readAnswers(
  form: FormData,
  fields: readonly Field[],
  messages: Messages,
): { answers: Answer[]; files: FieldFile[] } | { errors: FieldError[] } {
  const given = parseFieldAnswers(form.get("fields"));
  if (!given) return { errors: [] };

  const files: FieldFile[] = [];
  const errors: FieldError[] = [];
  for (const field of fields) {
    const file =
      field.kind === "file" ? parseFilePart(form.get(filePartName(field.id))) : undefined;
    const message = findErrorMessage(field, file, given.get(field.id), messages);
    if (message !== undefined) errors.push({ field: field.id, message });
    else if (file) files.push({ field: field.id, ...copyLabel(field), file });
  }
  if (errors.length > 0) return { errors };
  const labels = new Map(fields.map((field) => [field.id, copyLabel(field)]));
  const answers = [...given].map(([id, value]) => ({ id, label: id, ...labels.get(id), value }));
  return { answers, files };
}

/** Returns the label to store with an answer, because the position may change. */
const copyLabel = ({ id, label, section }: Field): Pick<Answer, "label" | "voluntary"> => ({
  label: label ?? id,
  ...(section === "voluntary" && { voluntary: true }),
});

/** Returns the error message for an answer, or undefined if the answer is valid. */
function findErrorMessage(
  field: Field,
  file: File | undefined,
  value: Value | undefined,
  messages: Messages,
): string | undefined {
  if (field.kind === "file") {
    const error = validateFile({ ...field, isRequired: !isOptional(field) }, file);
    return error && messages.file[error];
  }
  const error = validateAnswer(field, value);
  return error && messages.answer[error];
}

/** Browsers omit an empty file field, or send it as text or as an unnamed empty file. */
export const parseFilePart = (part: unknown): File | undefined =>
  part instanceof File && (part.size > 0 || part.name !== "") ? part : undefined;

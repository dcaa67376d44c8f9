import { validateAnswer, validateFile } from "~/contract/answers";
import {
  filePartName,
  parseFieldAnswers,
  type FieldError,
  type Value,
} from "~/contract/application";
import { isOptional, type Field } from "~/contract/fields";
import { removeOverrides } from "~/contract/text";
import type { Messages } from "./messages";

/** An answer to a field. `label` is the field's label at the time, or its id. */
export interface Answer {
  id: string;
  label: string;
  value: Value;
  /** Whether the field was in the voluntary section. */
  voluntary?: true;
}

export interface FieldFile {
  field: string;
  label: string;
  voluntary?: true;
  file: File;
}

/**
 * Parses the answers to a position's fields from the part `fields` and the parts `file:<id>`. Answers to
 * fields that the position no longer has are returned unchecked.
 *
 * @returns the answers, or their errors in the order of the fields. The list is empty if the `fields` part is
 *   unreadable.
 */
export function readAnswers(
  form: FormData,
  fields: readonly Field[],
  messages: Messages,
): { answers: Answer[]; files: FieldFile[] } | { errors: FieldError[] } {
  const given = parseFieldAnswers(form.get("fields"));
  if (!given) return { errors: [] };
  for (const { id, ...field } of fields) {
    const value = given.get(id);
    // Options are the company's texts and must stay unchanged.
    if (typeof value === "string" && !("options" in field)) given.set(id, removeOverrides(value));
  }

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

/** Returns the properties of a field that are stored with its answer. The field can change later. */
const copyLabel = ({ id, label, section }: Field): Pick<Answer, "label" | "voluntary"> => ({
  label: label ?? id,
  ...(section === "voluntary" && { voluntary: true }),
});

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

/** Browsers send a file field without a file as an unnamed empty file. */
export const parseFilePart = (part: unknown): File | undefined =>
  part instanceof File && (part.size > 0 || part.name !== "") ? part : undefined;

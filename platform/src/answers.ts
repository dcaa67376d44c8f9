import { answerFault, fileFault, type AnswerFault, type FileFault } from "../../contract/answers";
import {
  filePart,
  readFieldAnswers,
  type FieldError,
  type Value,
} from "../../contract/application";
import { mayBeLeftOut, type Field } from "../../contract/fields";
import type { Messages } from "./messages";

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

const ANSWER_MESSAGES = {
  missing: "answerMissing",
  wrong: "answerWrong",
  long: "answerLong",
} as const satisfies Record<AnswerFault, keyof Messages>;

const FILE_MESSAGES = {
  missing: "fileMissing",
  empty: "fileEmpty",
  large: "fileTooLarge",
  type: "fileType",
} as const satisfies Record<FileFault, keyof Messages>;

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
  const given = readFieldAnswers(form.get("fields"));
  if (!given) return { errors: [] };

  const files: GivenFile[] = [];
  const errors: FieldError[] = [];
  for (const field of fields) {
    const file = field.kind === "file" ? fileOf(form.get(filePart(field.id))) : undefined;
    const message = messageFor(field, file, given.get(field.id));
    if (message !== undefined) errors.push({ field: field.id, message: messages[message] });
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

/** The name of the message of what is wrong with an answer; undefined if nothing is. */
function messageFor(field: Field, file: File | undefined, value: Value | undefined) {
  if (field.kind === "file") {
    const fault = fileFault({ ...field, isRequired: !mayBeLeftOut(field) }, file);
    return fault && FILE_MESSAGES[fault];
  }
  const fault = answerFault(field, value);
  return fault && ANSWER_MESSAGES[fault];
}

/** A file field without a file comes as nothing, as text, or as an empty file without a name. */
export const fileOf = (part: unknown): File | undefined =>
  part instanceof File && (part.size > 0 || part.name !== "") ? part : undefined;

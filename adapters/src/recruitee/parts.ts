import type { Value } from "~/contract/application";
import { sourceName } from "../source";
import type { Part, Upload } from "../form";
import type { Application, Job, JobField } from "../system-interface";
import { questionId } from "./job";
import type { RecruiteeBoard } from "./settings";

/** Converts an application to the parts of Recruitee's multipart form. Empty answers are left out. */
export function createParts(job: Job, application: Application, board: RecruiteeBoard): Part[] {
  const { firstName, lastName, phone, cv, answers, files, source } = application;
  const referrer = sourceName(source);
  const email = answers.get("email");
  const written = answers.get("cover_letter");
  const letter = files.get("cover_letter") ?? (typeof written === "string" ? written : "");
  const photo = files.get("photo");
  const answered = job.fields.flatMap((field) => {
    const answer = answerParts(field, answers.get(field.id), files.get(field.id), board);
    return answer.length > 0 ? [{ field, answer }] : [];
  });
  return [
    ["candidate[name]", `${firstName} ${lastName}`],
    ["candidate[email]", typeof email === "string" ? email : ""],
    ...(phone === undefined ? [] : [["candidate[phone]", phone] as const]),
    ...(cv ? [["candidate[cv]", cv] as const] : []),
    ...(letter === "" ? [] : [["candidate[cover_letter]", letter] as const]),
    ...(photo ? [["candidate[photo]", photo] as const] : []),
    ...(referrer === undefined ? [] : [["candidate[referrer]", referrer] as const]),
    ...answered.flatMap(({ field, answer }, index): Part[] => {
      const prefix = `candidate[open_question_answers_attributes][${index}]`;
      return [
        [`${prefix}[open_question_id]`, field.id.slice(questionId("").length)],
        ...answer.map(([name, value]): Part => [prefix + name, value]),
      ];
    }),
  ];
}

/** Returns the parts of one answer, without the prefix of their names. An empty answer has no parts. */
function answerParts(
  field: JobField,
  value: Value | undefined,
  file: Upload | undefined,
  board: RecruiteeBoard,
): Part[] {
  if (!field.id.startsWith(questionId(""))) return [];
  if (file) return [["[file]", file]];
  if (value === undefined || value === "") return [];
  if (typeof value === "boolean") return [["[flag]", String(value)]];
  if (Array.isArray(value)) {
    return value.map((id): Part => ["[multi_content][]", optionValue(field, id, board)]);
  }
  if (typeof value === "object") return value.given ? [["[flag]", "true"]] : [];
  return [["[content]", field.kind === "one_of" ? optionValue(field, value, board) : value]];
}

const optionValue = (field: JobField, id: string, { choices }: RecruiteeBoard) => {
  const options = "options" in field ? field.options : [];
  return choices === "id" ? id : (options.find(({ value }) => value === id)?.label ?? id);
};

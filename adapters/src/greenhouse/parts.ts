import type { Value } from "~/contract/application";
import type { Part, Upload } from "../form";
import type { Application, Job } from "../system-interface";
import { demographicId, freeFormId } from "./form";

/** Converts an application to the parts of Greenhouse's multipart form. Empty answers are left out. */
export function createParts(job: Job, application: Application): Part[] {
  const { firstName, lastName, phone, cv, source } = application;
  const text = (id: string) => toText(application.answers.get(id));
  return [
    ["first_name", firstName],
    ["last_name", lastName],
    ...job.fields.flatMap((field): Part[] => {
      const { id, kind, section } = field;
      if (kind === "file") return filePart(id, application.files.get(id));
      const value = application.answers.get(id);
      if (value === undefined || value === "") return [];
      if (kind === "consent") return consentPart(id, value);
      if (section === "voluntary" && id.startsWith("demographic_")) {
        return id.includes("_text_") ? [] : demographicParts(id, value, text);
      }
      if (id === "cover_letter") return [["cover_letter_text", toText(value)]];
      if (Array.isArray(value)) return value.map((option): Part => [`${id}[]`, option]);
      return [[id, toText(value)]];
    }),
    ...(phone === undefined ? [] : [["phone", phone] as const]),
    ...(cv ? [["resume", cv] as const] : []),
    ...(source.gh_src === undefined ? [] : [["mapped_url_token", source.gh_src] as const]),
  ];
}

const toText = (value: Value | undefined): string => {
  if (typeof value === "boolean") return value ? "1" : "0";
  return typeof value === "string" ? value : "";
};

function filePart(id: string, file: Upload | undefined): Part[] {
  return file ? [[id === "cover_letter_file" ? "cover_letter" : id, file]] : [];
}

function consentPart(id: string, value: Value): Part[] {
  const isGiven = typeof value === "object" && !Array.isArray(value) && value.given;
  return isGiven ? [[`data_compliance[${id}_given]`, "true"]] : [];
}

/** Returns the parts for a question and its chosen options. Each `question_id` starts a new question. */
function demographicParts(id: string, value: Value, text: (id: string) => string): Part[] {
  const question = id.slice(demographicId("").length);
  const options = Array.isArray(value) ? value : [toText(value)];
  return [
    ["demographic_answers[][question_id]", question],
    ...options.flatMap((option): Part[] => {
      const freeText = text(freeFormId(question, option));
      const chosen: Part = ["demographic_answers[][answer_options][][answer_option_id]", option];
      if (freeText === "") return [chosen];
      return [chosen, ["demographic_answers[][answer_options][][text]", freeText]];
    }),
  ];
}

import type { Value } from "~/contract/application";
import type { Upload } from "../form";
import { sourceName } from "../source";
import type { Application, Job, FieldTarget } from "../system-interface";

export interface FieldSubmission {
  path: string;
  value: unknown;
}

const NAME: FieldTarget = { path: "_systemfield_name", type: "String" };

export function listFiles({ cv, files }: Application): [id: string, file: Upload][] {
  return [...(cv ? [["cv", cv] as [string, Upload]] : []), ...files];
}

/**
 * Converts an application's answers to Ashby's format. Empty answers and answers to surveys are left out.
 *
 * @param handles Ashby's handles of the uploaded files, by field id
 */
export function createSubmissions(
  { fieldTargets = {} }: Job,
  application: Application,
  handles: ReadonlyMap<string, string>,
): FieldSubmission[] {
  const { firstName, lastName, phone } = application;
  const { name = NAME, ...others } = fieldTargets;
  const answered = new Map<string, unknown>();
  for (const [id, as] of Object.entries(others)) {
    if (as.survey !== undefined) continue;
    const value = id === "phone" ? phone : (handles.get(id) ?? application.answers.get(id));
    addAnswer(answered, as, value);
  }
  return [
    { path: name.path, value: `${firstName} ${lastName}` },
    ...[...answered].map(([path, value]) => ({ path, value })),
  ];
}

/** Returns the answers to surveys, by survey id. Surveys without answers are left out. */
export function createSurveys(
  { fieldTargets = {} }: Job,
  { answers }: Application,
  handles: ReadonlyMap<string, string>,
): Map<string, Record<string, unknown>> {
  const surveys = new Map<string, Map<string, unknown>>();
  for (const [id, as] of Object.entries(fieldTargets)) {
    if (as.survey === undefined) continue;
    const answered = surveys.get(as.survey) ?? new Map<string, unknown>();
    addAnswer(answered, as, handles.get(id) ?? answers.get(id));
    if (answered.size > 0) surveys.set(as.survey, answered);
  }
  return new Map([...surveys].map(([id, answered]) => [id, Object.fromEntries(answered)]));
}

/** Adds an answer in the format of its field's type. City, region and country become one object. */
function addAnswer(
  to: Map<string, unknown>,
  { path, type, part }: FieldTarget,
  value: Value | undefined,
) {
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return;
  if (part === undefined) to.set(path, toTypedValue(type, value));
  else to.set(path, { ...(to.get(path) as object | undefined), [part]: value });
}

function toTypedValue(type: string, value: Value): unknown {
  if (typeof value !== "string") return value;
  switch (type) {
    case "Number":
      return Number(value);
    case "Score":
      return { score: Number(value) };
    case "RichText":
      return { type: "PlainText", value };
    default:
      return value;
  }
}

/** Returns the candidate's source as UTM parameters, or undefined if there are none. */
export function createUtmData({ source }: Application): Record<string, string> | undefined {
  const from = source.utm_source ?? sourceName(source);
  const utm = Object.entries({ ...source, ...(from !== undefined && { utm_source: from }) }).filter(
    ([name]) => /^utm_(source|campaign|medium|term|content)$/.test(name),
  );
  return utm.length > 0 ? Object.fromEntries(utm) : undefined;
}

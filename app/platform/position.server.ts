import { z } from "zod";
import { cutText } from "../../contract/html/cut";
import { MAX_LONG_TEXT } from "../../contract/limits";
import { Field } from "../../contract/fields";
import * as contract from "../../contract/position";
import { readTolerantly, type DroppedValue } from "../../contract/tolerant";
import { platformId } from "../../contract/values";
import { toFacts } from "./facts.server";
import { readFields, toField, type DroppedField } from "./position-fields.server";
import { requireSameId } from "./same-id";
import { unique, omitUndefined } from "./omit-undefined";

/** The platform's answer for a position, with only supported fields. */
export const PositionAnswer = contract.Position.omit({ id: true }).extend({
  uuid: platformId,
  fields: z.array(Field),
  /** Whether candidates must apply elsewhere, because a required field is unsupported. */
  is_elsewhere: z.boolean(),
});

export type PositionAnswer = z.output<typeof PositionAnswer>;

/** The answer with raw fields, which `readFields` parses one by one. */
const PositionWithRawFields = contract.Position.extend({ fields: z.unknown().optional() });

/**
 * @param requestedId id of the position, for an answer without an id
 * @throws z.ZodError if the answer or a killer question breaks the contract, or if it is another position
 */
export function readPosition(
  answer: unknown,
  requestedId: string,
): { value: PositionAnswer; dropped: (DroppedValue & Partial<DroppedField>)[] } {
  const read = readTolerantly(
    PositionWithRawFields,
    answer,
    ([key]) => key === "apply_site_questions",
  );
  const { id, uuid = id ?? requestedId, fields: given, ...position } = read.value;
  requireSameId([read.value.uuid, id], requestedId);
  const { fields, dropped } = readFields(given);
  const is_elsewhere = dropped.some(({ field }) => field === "missed");
  return {
    value: { ...position, uuid, fields, is_elsewhere },
    dropped: [...read.dropped, ...dropped],
  };
}

/** Converts a position to the site's names. Missing values have no key. */
export function toPosition(answer: PositionAnswer) {
  const { candidate_criteria_structured: criteria, sections, cv_accept: cvAccept } = answer;
  const { apply_url: href, description = "" } = answer;
  return omitUndefined({
    uuid: answer.uuid,
    name: answer.name,
    /** HTML, not sanitized. */
    description: cutText(description, MAX_LONG_TEXT),
    isDescriptionCut: description.length > MAX_LONG_TEXT || undefined,
    location: answer.location,
    /** An ISO date, or other text. */
    joinDate: answer.join_date,
    clientUuid: answer.client,
    country: answer.country,
    contractType: answer.contract_type,
    csrfToken: answer.csrf_token,
    status: answer.status,
    essentialRequirements: criteria?.essential_requirements?.map(({ name }) => name) ?? [],
    niceToHaveRequirements: criteria?.complimentary_requirements?.map(({ name }) => name) ?? [],
    ...toQuestions(answer.apply_site_questions),
    ...toFacts(answer),
    fields: answer.fields.map(toField),
    /** Overrides for the standard form's fields. */
    standard: omitUndefined(answer.standard ?? { phone: undefined, cv: undefined }),
    /** The heading and note of the voluntary fields. */
    voluntary: sections?.voluntary && omitUndefined(sections.voluntary),
    cvAccept: unique(cvAccept),
    cvMaxBytes: answer.cv_max_bytes,
    /** Set if the form lacks a required field. Candidates apply at `href`, if known. */
    elsewhere: answer.is_elsewhere ? omitUndefined({ href }) : undefined,
  });
}

/** Converts questions. Killer questions without answers become open questions. */
function toQuestions(questions: PositionAnswer["apply_site_questions"]) {
  const killerQuestions = questions?.killer_questions ?? [];
  const killers = killerQuestions.flatMap(({ question: text, answers = [] }) =>
    answers.length > 0 ? [{ text, answers }] : [],
  );
  const open = killerQuestions.filter(({ answers = [] }) => answers.length === 0);
  return {
    killerQuestions: killers,
    openQuestions: [...open, ...(questions?.open_questions ?? [])].map(({ question }) => question),
  };
}

export type Position = ReturnType<typeof toPosition>;

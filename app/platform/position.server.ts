import { z } from "zod";
import { Field } from "../../contract/fields";
import * as contract from "../../contract/position";
import { readTolerantly, type DroppedValue } from "../../contract/tolerant";
import { platformId } from "../../contract/values";
import { toFacts } from "./facts.server";
import { readFields, toField, type DroppedField } from "./position-fields.server";
import { unique, omitUndefined } from "./omit-undefined";

/** Call 1's answer with only the fields that can be asked. */
export const PositionAnswer = contract.Position.omit({ id: true }).extend({
  uuid: platformId,
  fields: z.array(Field),
  /** A required field is missing, so candidates apply elsewhere. */
  is_elsewhere: z.boolean(),
});

export type PositionAnswer = z.output<typeof PositionAnswer>;

/** Call 1's answer with unparsed fields: each is parsed separately. */
const WithoutFields = contract.Position.extend({ fields: z.unknown().optional() });

/**
 * Reads call 1's answer.
 *
 * @param askedFor the requested id, for answers without one
 * @throws z.ZodError if it, or any killer question, breaks the contract
 */
export function readPosition(
  answer: unknown,
  askedFor: string,
): { value: PositionAnswer; dropped: (DroppedValue & Partial<DroppedField>)[] } {
  const read = readTolerantly(WithoutFields, answer, ([key]) => key === "apply_site_questions");
  const { id, uuid = id ?? askedFor, fields: given, ...position } = read.value;
  const { fields, leftOut } = readFields(given);
  const is_elsewhere = leftOut.some(({ field }) => field === "missed");
  return {
    value: { ...position, uuid, fields, is_elsewhere },
    dropped: [...read.dropped, ...leftOut],
  };
}

/** A position in the site's own terms. Missing values have no key. */
export function toPosition(answer: PositionAnswer) {
  const { candidate_criteria_structured: criteria, sections, cv_accept: cvAccept } = answer;
  const href = answer.apply_url;
  return omitUndefined({
    uuid: answer.uuid,
    name: answer.name,
    /** Unsanitised HTML. */
    description: answer.description ?? "",
    location: answer.location,
    /** An ISO date, or any other text. */
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
    /** Overrides for the specification's own fields. */
    standard: omitUndefined(answer.standard ?? { phone: undefined, cv: undefined }),
    /** The heading of the voluntary fields. */
    voluntary: sections?.voluntary && omitUndefined(sections.voluntary),
    /** File extensions of the CV. */
    cvAccept: unique(cvAccept),
    /** Bytes. */
    cvMaxBytes: answer.cv_max_bytes,
    /** Set if the form cannot ask everything required: candidates apply at `href`, if there is one. */
    elsewhere: answer.is_elsewhere ? omitUndefined({ href }) : undefined,
  });
}

/** Killer questions without answers become open ones. */
function toQuestions(questions: PositionAnswer["apply_site_questions"]) {
  const asked = questions?.killer_questions ?? [];
  const killers = asked.flatMap(({ question: text, answers = [] }) =>
    answers.length > 0 ? [{ text, answers }] : [],
  );
  const open = asked.filter(({ answers = [] }) => answers.length === 0);
  return {
    killerQuestions: killers,
    openQuestions: [...open, ...(questions?.open_questions ?? [])].map(({ question }) => question),
  };
}

export type Position = ReturnType<typeof toPosition>;

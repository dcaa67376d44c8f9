import { z } from "zod";
import { Field } from "../../contract/fields";
import * as contract from "../../contract/position";
import { readTolerantly, type Read } from "../../contract/read";
import { platformId } from "../../contract/values";
import { toFacts } from "./facts.server";
import { readFields, toField } from "./position-fields.server";
import { eachOnce, present } from "./present";

/** Call 1's answer, as the site uses it: its `fields` are those that can be asked. */
export const PositionAnswer = contract.Position.omit({ id: true }).extend({
  uuid: platformId,
  fields: z.array(Field),
  /** Something else is required, so candidates apply elsewhere. */
  is_elsewhere: z.boolean(),
});

export type PositionAnswer = z.output<typeof PositionAnswer>;

/** Call 1's answer but for its fields, of which each is read by itself. */
const WithoutFields = contract.Position.extend({ fields: z.unknown().optional() });

/**
 * Reads call 1's answer.
 *
 * @param askedFor the id of the call, for an answer that does not repeat it
 * @throws z.ZodError where it breaks the contract, also by any of its killer questions
 */
export function readPosition(answer: unknown, askedFor: string): Read<PositionAnswer> {
  const read = readTolerantly(WithoutFields, answer, ([key]) => key === "apply_site_questions");
  const { id, uuid = id ?? askedFor, fields: given, ...position } = read.value;
  const { fields, isWhole, dropped } = readFields(given);
  return {
    value: { ...position, uuid, fields, is_elsewhere: !isWhole },
    dropped: [...read.dropped, ...dropped],
  };
}

/** A position, as the site has it. What the platform does not say has no key. */
export function toPosition(answer: PositionAnswer) {
  const { candidate_criteria_structured: criteria, sections, cv_accept: cvAccept } = answer;
  const href = answer.apply_url;
  return present({
    uuid: answer.uuid,
    name: answer.name,
    /** HTML as the platform has it: to be sanitised before it is shown. */
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
    /** What the position says of the specification's own fields; the rest is as it is without it. */
    standard: present(answer.standard ?? { phone: undefined, cv: undefined }),
    /** What stands over the voluntary fields. */
    voluntary: sections?.voluntary && present(sections.voluntary),
    /** Endings of the CV. */
    cvAccept: eachOnce(cvAccept),
    /** Bytes. */
    cvMaxBytes: answer.cv_max_bytes,
    /** The form cannot ask all that is required: candidates apply here, if there is an address. */
    elsewhere: answer.is_elsewhere ? present({ href }) : undefined,
    /** What it was made of. */
    answer,
  });
}

/** A killer question without answers is an open one: no group of no radio buttons can be answered. */
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

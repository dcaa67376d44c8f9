import * as z from "zod";
import { cutText } from "~/contract/html/cut";
import { MAX_LONG_TEXT } from "~/contract/limits";
import * as contract from "~/contract/position";
import { readTolerantly, type DroppedValue } from "~/contract/tolerant";
import { toFacts } from "./facts.server";
import { readFields, toField, type DroppedField, type ReadFields } from "./position-fields.server";
import { requireSameId } from "./same-id";
import { unique, omitUndefined } from "./omit-undefined";

/** The contract's position with raw fields, which `readFields` parses one by one. */
const RawPosition = contract.Position.extend({ fields: z.unknown().optional() });
type RawPosition = z.output<typeof RawPosition>;

/**
 * Reads a position and converts it to the site's names.
 *
 * @param requestedId id of the position, for a response without an id
 * @throws z.ZodError if the response or a killer question breaks the contract, or if it is another position
 */
export function readPosition(
  answer: unknown,
  requestedId: string,
): { value: Position; dropped: (DroppedValue & Partial<DroppedField>)[] } {
  const { value: raw, dropped } = readTolerantly(
    RawPosition,
    answer,
    ([key]) => key === "apply_site_questions",
  );
  requireSameId([raw.uuid, raw.id], requestedId);
  const read = readFields(raw.fields);
  return {
    value: toPosition(raw, raw.uuid ?? raw.id ?? requestedId, read),
    dropped: [...dropped, ...read.dropped],
  };
}

/** Missing values have no key. */
function toPosition(answer: RawPosition, uuid: string, { fields, dropped }: ReadFields) {
  const { candidate_criteria_structured: criteria, sections, cv_accept: cvAccept } = answer;
  const { apply_url: href, description = "" } = answer;
  const lacksField = dropped.some(({ field }) => field === "missed");
  return omitUndefined({
    uuid,
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
    fields: fields.map(toField),
    /** Overrides for the standard form's fields. */
    standard: omitUndefined(answer.standard ?? { phone: undefined, cv: undefined }),
    /** The heading and note of the voluntary fields. */
    voluntary: sections?.voluntary && omitUndefined(sections.voluntary),
    cvAccept: unique(cvAccept),
    cvMaxBytes: answer.cv_max_bytes,
    /** Set if the form lacks a required field. Candidates apply at `href`, if known. */
    elsewhere: lacksField ? omitUndefined({ href }) : undefined,
  });
}

/** Converts questions. Killer questions without answers become open questions. */
function toQuestions(questions: RawPosition["apply_site_questions"]) {
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

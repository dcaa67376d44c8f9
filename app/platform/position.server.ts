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
 * @param requestedId the position's id, used if the response has none
 * @throws z.ZodError if the response or a killer question breaks the contract, or if it describes another position
 */
export function readPosition(
  response: unknown,
  requestedId: string,
): { value: Position; dropped: (DroppedValue & Partial<DroppedField>)[] } {
  const { value: raw, dropped } = readTolerantly(
    RawPosition,
    response,
    ([key]) => key === "apply_site_questions",
  );
  requireSameId([raw.uuid, raw.id], requestedId);
  const parsed = readFields(raw.fields);
  return {
    value: toPosition(raw, raw.uuid ?? raw.id ?? requestedId, parsed),
    dropped: [...dropped, ...parsed.dropped],
  };
}

/** Leaves out the keys of missing values. */
function toPosition(response: RawPosition, uuid: string, { fields, dropped }: ReadFields) {
  const { candidate_criteria_structured: criteria, sections, cv_accept: cvAccept } = response;
  const { apply_url: href, description = "" } = response;
  const lacksField = dropped.some(({ field }) => field === "missed");
  return omitUndefined({
    uuid,
    name: response.name,
    /** HTML, not sanitized. */
    description: cutText(description, MAX_LONG_TEXT),
    isDescriptionCut: description.length > MAX_LONG_TEXT || undefined,
    location: response.location,
    /** An ISO date, or other text. */
    joinDate: response.join_date,
    clientUuid: response.client,
    country: response.country,
    contractType: response.contract_type,
    csrfToken: response.csrf_token,
    status: response.status,
    essentialRequirements: criteria?.essential_requirements?.map(({ name }) => name) ?? [],
    niceToHaveRequirements: criteria?.complimentary_requirements?.map(({ name }) => name) ?? [],
    ...toQuestions(response.apply_site_questions),
    ...toFacts(response),
    fields: fields.map(toField),
    /** Overrides for the standard form's fields. */
    standard: omitUndefined(response.standard ?? { phone: undefined, cv: undefined }),
    /** The heading and note of the voluntary fields. */
    voluntary: sections?.voluntary && omitUndefined(sections.voluntary),
    cvAccept: unique(cvAccept),
    cvMaxBytes: response.cv_max_bytes,
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

import { z } from "zod";

import { logLeftOut, readFacts } from "./facts.server";
import { country, csrfToken, optional, platformId, present, text } from "./fields.server";
import { positionFields } from "./position-fields.server";
import { applySiteQuestions } from "./questions.server";

const requirement = z
  .union([text, z.object({ name: text }).transform((item) => item.name)])
  .optional()
  .catch(undefined);

const requirements = optional(z.array(requirement)).transform((given) =>
  (given ?? []).filter((name) => name !== undefined),
);

const criteria = optional(
  z.object({ essential_requirements: requirements, complimentary_requirements: requirements }),
);

const status = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(["open", "closed"]));

/** Call 1's answer, as the platform writes it. */
const rawPosition = z.looseObject({
  uuid: optional(platformId),
  id: optional(platformId),
  name: text,
  description: z
    .string()
    .nullish()
    .transform((html) => html ?? ""),
  location: optional(text),
  join_date: optional(text),
  client: platformId,
  country: optional(country),
  contract_type: optional(text),
  csrf_token: optional(csrfToken),
  status: optional(status),
  candidate_criteria_structured: criteria,
  apply_site_questions: applySiteQuestions,
  fields: z.unknown().optional(),
  sections: z.unknown().optional(),
  standard: z.unknown().optional(),
  cv_accept: z.unknown().optional(),
  cv_max_bytes: z.unknown().optional(),
  apply_url: z.unknown().optional(),
});

/**
 * Reads call 1's answer as a `Position`.
 *
 * @param askedFor the id of the call, for an answer that does not repeat it
 */
export function positionSchema(askedFor: string) {
  return rawPosition.transform((raw) =>
    present({
      uuid: raw.uuid ?? raw.id ?? askedFor,
      name: raw.name,
      /** HTML as the platform has it: to be sanitised before it is shown. */
      description: raw.description,
      location: raw.location,
      /** An ISO date, or any other text. */
      joinDate: raw.join_date,
      clientUuid: raw.client,
      country: raw.country,
      contractType: raw.contract_type,
      csrfToken: raw.csrf_token,
      status: raw.status,
      essentialRequirements: raw.candidate_criteria_structured?.essential_requirements ?? [],
      niceToHaveRequirements: raw.candidate_criteria_structured?.complimentary_requirements ?? [],
      ...raw.apply_site_questions,
      ...asksOf(raw),
      ...factsOf(raw),
    }),
  );
}

/** What the position asks besides the specification's form; the log says what of it is left out. */
function asksOf(raw: z.output<typeof rawPosition>) {
  const { asks, leftOut } = positionFields(raw);
  if (leftOut.length > 0) {
    const [lines, rest] = [leftOut.slice(0, 5).join("; "), leftOut.length - 5];
    console.warn(`A position's fields: left out ${lines}${rest > 0 ? `; and ${rest} more` : ""}`);
  }
  return asks;
}

/** What else the position says; the log says what of it is left out. */
function factsOf(raw: Record<string, unknown>) {
  const { facts, leftOut } = readFacts(raw);
  logLeftOut(leftOut);
  return facts;
}

export type Position = z.infer<ReturnType<typeof positionSchema>>;

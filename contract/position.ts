import * as z from "zod";
import { country } from "./countries";
import { facts } from "./facts";
import { formSettings, Field } from "./fields";
import { CUT, FIELD_LIMITS } from "./limits";
import { Questions } from "./questions";
import { link, oneOf, platformId, text } from "./values";

const Requirement = z.preprocess(
  (given) => (typeof given === "string" ? { name: given } : given),
  z.object({ name: text }),
);

/** The response to call 1. */
export const Position = z.object({
  uuid: platformId.optional(),
  id: platformId.optional().describe("Alias of uuid"),
  name: text,
  description: z.string().optional().describe(`HTML. ${CUT}`),
  location: text.optional().describe("In the company's words. Semicolons separate several places"),
  join_date: text.optional().describe("An ISO date, or other text"),
  client: platformId.describe("The client's uuid"),
  country: country.optional(),
  contract_type: text.optional(),
  csrf_token: z
    .string()
    .regex(/^(?=.*\S)\P{Cc}{1,1024}$/u)
    .optional()
    .describe("Sent back with an application, unchanged"),
  status: oneOf(["open", "closed"]).optional(),
  candidate_criteria_structured: z
    .object({
      essential_requirements: z.array(Requirement),
      complimentary_requirements: z.array(Requirement),
    })
    .partial()
    .optional(),
  apply_site_questions: Questions.optional(),
  fields: z.array(Field).max(FIELD_LIMITS.fields).optional(),
  ...formSettings,
  ...facts,
});

export type Position = z.output<typeof Position>;

/** An item of the response to call 3. */
export const ListedPosition = z
  .object({
    uuid: platformId.optional(),
    id: platformId.optional().describe("Alias of uuid"),
    name: text,
    location: text.optional(),
    country: country.optional(),
    contract_type: text.optional(),
    join_date: text.optional(),
    apply_url: link.optional(),
    ...facts,
  })
  .meta({ anyOf: [{ required: ["uuid"] }, { required: ["id"] }] })
  .transform(({ id, uuid = id, ...rest }, context) => {
    if (uuid !== undefined) return { uuid, ...rest };
    context.addIssue({ code: "custom", path: ["uuid"], message: "is missing" });
    return z.NEVER;
  });

export type ListedPosition = z.output<typeof ListedPosition>;

/** Wraps a plain list as a page, so that `readTolerantly` can find malformed items by their path. */
export const toPage = (body: unknown) => (Array.isArray(body) ? { results: body } : body);

/** The response to call 3: a list, or a page of a list. */
export const ListedPositions = z.preprocess(
  toPage,
  z.object({
    results: z.array(ListedPosition),
    next: text.optional().describe("The URL of the next page, on the same origin"),
  }),
);
export type ListedPositions = z.output<typeof ListedPositions>;

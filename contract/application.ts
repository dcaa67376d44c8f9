// Call 4: an application, and its refusal.
import * as z from "zod";
import { FIELD_ID } from "./fields";
import { SOURCE_NAMES, SOURCE_VALUE } from "./lists";

/** A phone number in E.164. */
export const PHONE = /^\+[1-9]\d{6,14}$/;

export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** The id of the field with the candidate's email address. */
export const EMAIL_FIELD = "email";

/** Formats `X-Puerta-Receipt`. @param until in ms since 1970 */
export const formatReceiptHeader = (id: string, until: number): string =>
  `${id}; until=${new Date(until).toISOString()}`;

/** Parses `X-Puerta-Receipt`. Returns undefined if it is missing or invalid. */
export function parseReceiptHeader(
  header: string | null,
): { id: string; until: string } | undefined {
  const [, id, until] =
    /^([0-9a-f]{64}); until=(\d{4}-\d\d-\d\dT[\d:.]+Z)$/.exec(header ?? "") ?? [];
  if (id === undefined || until === undefined || Number.isNaN(Date.parse(until))) return undefined;
  return { id, until };
}

/**
 * Matches a string that a header can carry unchanged (RFC 9110, section 5.5). CSRF tokens that don't match are sent
 * only in the form.
 */
export const HEADER_VALUE = /^[!-~](?:[ -~]*[!-~])?$/;

/** The name of the multipart part for a field's file. */
export const filePartName = (fieldId: string) => `file:${fieldId}`;

/** The answer to a field. A consent's answer includes the text that the candidate saw. */
export const Value = z.union([
  z.string(),
  z.array(z.string()),
  z.boolean(),
  z.object({ given: z.boolean(), text: z.string() }),
]);

/** The part `fields`, as parsed JSON. */
export const Answers = z.array(z.object({ id: z.string(), value: Value }));

/** The parts `killer_questions` and `open_questions`, as parsed JSON. */
export const QuestionAnswers = z.array(z.object({ question: z.string(), answer: z.string() }));

const isSourceName = (name: string) => SOURCE_NAMES.some((known) => known === name);

/** The part `source`, as parsed JSON. Unknown names are ignored. */
export const Source = z.preprocess(
  (given) =>
    typeof given === "object" && given !== null
      ? Object.fromEntries(Object.entries(given).filter(([name]) => isSourceName(name)))
      : given,
  z.partialRecord(z.enum(SOURCE_NAMES), z.string().regex(SOURCE_VALUE)),
);

/** A refused field, with a plain-text message for the candidate. */
export const FieldError = z.object({ field: z.string().regex(FIELD_ID), message: z.string() });

export const Refusal = z.object({
  detail: z
    .unknown()
    .optional()
    .describe("The message for the candidate. A list or an object is shown as JSON"),
  message: z.string().optional().describe("Used if there is no detail"),
  errors: z.array(FieldError).optional(),
});

/** Parses the JSON of a form part. Returns undefined if the part is not a string or not JSON. */
export function parsePart(part: unknown): unknown {
  try {
    return typeof part === "string" ? JSON.parse(part) : undefined;
  } catch {
    return undefined;
  }
}

/** Parses the part `fields` to answers by field id. Returns undefined if the part is invalid or repeats an id. */
export function parseFieldAnswers(part: unknown): Map<string, Value> | undefined {
  const { data } = Answers.safeParse(parsePart(part ?? "[]"));
  const answers = new Map(data?.map(({ id, value }) => [id, value]));
  return answers.size === data?.length ? answers : undefined;
}

export type Value = z.output<typeof Value>;
export type Source = z.output<typeof Source>;
export type FieldError = z.output<typeof FieldError>;

// Call 4: an application, and the answers to it.
import { z } from "zod";
import { FIELD_ID } from "./fields";
import { SOURCE_NAMES, SOURCE_VALUE } from "./lists";

/** A phone number in E.164. */
export const PHONE = /^\+[1-9]\d{6,14}$/;

/** What a platform takes as `Idempotency-Key`. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** The part of a field's file. */
export const filePart = (fieldId: string) => `file:${fieldId}`;

/** The answer to a field: a consent carries the text that was shown. */
export const Value = z.union([
  z.string(),
  z.array(z.string()),
  z.boolean(),
  z.object({ given: z.boolean(), text: z.string() }),
]);

/** The part `fields`, once its JSON is parsed. */
export const Answers = z.array(z.object({ id: z.string(), value: Value }));

/** The parts `killer_questions` and `open_questions`, once their JSON is parsed. */
export const QuestionAnswers = z.array(z.object({ question: z.string(), answer: z.string() }));

const isSourceName = (name: string) => SOURCE_NAMES.some((one) => one === name);

/** The part `source`, once its JSON is parsed. Other names are ignored. */
export const Source = z.preprocess(
  (given) =>
    typeof given === "object" && given !== null
      ? Object.fromEntries(Object.entries(given).filter(([name]) => isSourceName(name)))
      : given,
  z.partialRecord(z.enum(SOURCE_NAMES), z.string().regex(SOURCE_VALUE)),
);

/** A wrong field, and what candidates read of it: plain text. */
export const FieldError = z.object({ field: z.string().regex(FIELD_ID), message: z.string() });

/** The body of a refusal. */
export const Refusal = z.object({
  detail: z.unknown().optional().describe("What the candidate reads; its JSON if it is no text"),
  message: z.string().optional().describe("Read where there is no detail"),
  errors: z.array(FieldError).optional(),
});

/** A part's JSON as a value; undefined if it is none. */
export function parsePart(part: unknown): unknown {
  try {
    return typeof part === "string" ? JSON.parse(part) : undefined;
  } catch {
    return undefined;
  }
}

/** The part `fields`: answers by their fields' ids; undefined if it cannot be read, or answers one twice. */
export function readFieldAnswers(part: unknown): Map<string, Value> | undefined {
  const { data } = Answers.safeParse(parsePart(part ?? "[]"));
  const answers = new Map(data?.map(({ id, value }) => [id, value]));
  return answers.size === data?.length ? answers : undefined;
}

export type Value = z.output<typeof Value>;
export type Source = z.output<typeof Source>;
export type FieldError = z.output<typeof FieldError>;

import { z } from "zod";
import type { Field } from "../../platform/types";
import type { FieldAnswer } from "./answers";
import { controlOf } from "./answers";

/** What is filled in again, by the controls' names. */
export type EnteredFields = Record<string, readonly string[]>;

/** The answers as they are stored and sent: a list in JSON. */
const stored = z.array(
  z.object({
    id: z.string(),
    value: z.union([
      z.string(),
      z.array(z.string()),
      z.boolean(),
      z.object({ given: z.boolean(), text: z.string() }),
    ]),
  } satisfies Record<keyof FieldAnswer, z.ZodType>),
);

/**
 * The answers of a refused application, as its form of now takes them. A consent is to be given anew,
 * and what is voluntary does not come back.
 */
export function enteredOf(fields: readonly Field[], json: string | undefined): EnteredFields {
  if (json === undefined) return {};
  const answers = new Map(stored.parse(JSON.parse(json)).map(({ id, value }) => [id, value]));
  const entries = fields.flatMap(({ id, kind, isVoluntary }) => {
    const value = answers.get(id);
    if (value === undefined || isVoluntary || kind === "consent") return [];
    if (typeof value === "object") return Array.isArray(value) ? [[controlOf(id), value]] : [];
    return [[controlOf(id), [String(value)]]];
  });
  return Object.fromEntries(entries) as EnteredFields; // by the names just made
}

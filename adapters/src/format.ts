import * as z from "zod";
import { isoDate, webAddress } from "~/contract/values";

/** An optional value; null and malformed values become undefined. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const flag = lenient(z.boolean());
export const address = lenient(webAddress);
export const date = lenient(isoDate);

/** Maximum number of items in a list within an item. */
const MAX_ITEMS = 1000;

/** The first `MAX_ITEMS` of a list, without malformed items. */
export const list = <S extends z.ZodType>(schema: S) =>
  z
    .preprocess(
      (items) => (Array.isArray(items) ? items.slice(0, MAX_ITEMS) : items),
      lenient(z.array(lenient(schema))),
    )
    .transform((items) =>
      (items ?? []).filter((item): item is NonNullable<typeof item> => item != null),
    );

/**
 * A form's questions.
 *
 * @param unreadable a required question of an unknown kind. It replaces malformed questions, which must not be dropped.
 */
export const questions = <S extends z.ZodType>(schema: S, unreadable: z.output<S>) =>
  z.array(schema.catch(unreadable));

/** Returns the path of the first malformed property. */
export const errorPath = ({ issues }: z.ZodError): string => issues[0]?.path.join(".") ?? "";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

export function getId(value: unknown): string | undefined {
  const id = isRecord(value) ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

import { z } from "zod";
import { isoDate, webAddress } from "../../contract/values";

/** A part that may be missing: undefined when it is null or malformed, too. */
export const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const flag = maybe(z.boolean());
export const address = maybe(webAddress);
export const date = maybe(isoDate);

/** A list; what is malformed in it is left out. */
export const list = <S extends z.ZodType>(schema: S) =>
  maybe(z.array(maybe(schema))).transform((items) =>
    (items ?? []).filter((item): item is NonNullable<typeof item> => item != null),
  );

/** Most malformed items that the log names for each read. */
const NAMED_MOST = 5;

/** A board's items that can be read. The log names the others by their ids, and what is malformed. */
export function readItems<T>(
  { code }: { code: string },
  schema: z.ZodType<T>,
  items: readonly unknown[],
): T[] {
  const lines: string[] = [];
  const read = items.flatMap((item, index) => {
    const { data, error } = schema.safeParse(item);
    if (error)
      lines.push(`${idOf(item)?.slice(0, 40) ?? `number ${index + 1}`} at ${pathOf(error)}`);
    return error ? [] : [data];
  });
  if (lines.length > 0) {
    const more = lines.length > NAMED_MOST ? `, and ${lines.length - NAMED_MOST} more` : "";
    const named = lines.slice(0, NAMED_MOST).join(", ");
    console.warn(`${code}: malformed jobs are not shown: ${named}${more}`);
  }
  return read;
}

/** Where an answer is malformed. */
export const pathOf = ({ issues }: z.ZodError): string => issues[0]?.path.join(".") ?? "";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The `id` of a value, if it has one. */
export function idOf(value: unknown): string | undefined {
  const id = isRecord(value) ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

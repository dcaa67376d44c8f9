import { z } from "zod";
import { isoDate, webAddress } from "../../contract/values";

/** An optional value; null and malformed values become undefined. */
export const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

export const flag = lenient(z.boolean());
export const address = lenient(webAddress);
export const date = lenient(isoDate);

/** Maximum number of items of a list within an item. */
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

/** Maximum number of malformed items to name in a log line. */
const MAX_LOGGED = 5;

/** Parses a board's items. Malformed items are left out and logged. */
export function readItems<T>(
  { code }: { code: string },
  schema: z.ZodType<T>,
  items: readonly unknown[],
): T[] {
  const lines: string[] = [];
  const read = items.flatMap((item, index) => {
    const { data, error } = schema.safeParse(item);
    if (error)
      lines.push(`${getId(item)?.slice(0, 40) ?? `number ${index + 1}`} at ${errorPath(error)}`);
    return error ? [] : [data];
  });
  if (lines.length > 0) {
    const more = lines.length > MAX_LOGGED ? `, and ${lines.length - MAX_LOGGED} more` : "";
    const named = lines.slice(0, MAX_LOGGED).join(", ");
    console.warn(`${code}: malformed jobs are not shown: ${named}${more}`);
  }
  return read;
}

/** Returns the path of the first malformed property. */
export const errorPath = ({ issues }: z.ZodError): string => issues[0]?.path.join(".") ?? "";

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

export function getId(value: unknown): string | undefined {
  const id = isRecord(value) ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

// Values shared by the schemas. Each is normalised before it is validated, so that the output is canonical.
import { z } from "zod";
import { PLATFORM_ID } from "./ids";
import { LANGUAGE_TAG } from "./languages";
import { LINE_MOST } from "./limits";

/** Trimmed text, not blank. */
export const text = z.string().trim().min(1);
export const line = text.max(LINE_MOST);

const inText = (change: (given: string) => string) => (value: unknown) =>
  typeof value === "string" ? change(value) : value;

const numberAsText = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** An id that goes into paths unescaped. */
export const platformId = z.preprocess(
  numberAsText,
  z.string().trim().regex(PLATFORM_ID, "must be letters, digits, - and _, up to 64"),
);

/** A BCP 47 language tag. */
export const languageTag = z.preprocess(
  inText((given) => given.trim().replaceAll("_", "-")),
  z.string().max(35).regex(LANGUAGE_TAG, "must be a language's tag, such as es-es"),
);

/** A company's own reference for something. */
export const reference = z.preprocess(numberAsText, line);

/** A boolean; also `"true"`, `1` or `"1"`, for platforms without booleans. */
export const flag = z.preprocess((value) => {
  const given = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (given === "true" || given === "1" || given === 1) return true;
  if (given === "false" || given === "0" || given === 0) return false;
  return given;
}, z.boolean());

/** An existing date, with or without a time. Without one it means the whole day, in UTC. */
export const isoDate = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}(?:$|[T ])/, "must be a date such as 2026-11-20")
  .refine(
    (value) => !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 10)),
    "is not a day of the calendar",
  )
  .describe("An ISO date, or a date with a time");

const isDay = (day: string) => z.iso.date().safeParse(day).success;

/** One of a list of words; case, spaces, hyphens and underscores do not matter. */
export const oneOf = <const W extends string>(words: readonly W[]) => {
  const plain = (word: string) => word.toLowerCase().replace(/[\s_-]+/g, "");
  const known = new Map(words.map((word) => [plain(word), word]));
  return z.preprocess(
    inText((given) => known.get(plain(given)) ?? given),
    z.enum(words),
  );
};

/** A list of at most `most` items; more are ignored. A single item may be given without a list. */
export const listOf = <S extends z.ZodType>(item: S, most: number) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.preprocess(
      (value) => (Array.isArray(value) ? value.slice(0, most) : value),
      z.array(item).max(most),
    ),
  );

/** An http(s) address. */
export const webAddress = z.preprocess(
  inText((given) => addressOf(given.trim()) ?? given),
  z
    .string()
    .max(2048)
    .refine((given) => addressOf(given) !== undefined, "must be an http(s) address")
    .describe("An http(s) address"),
);

/**
 * An http(s) address, or a path that begins with one `/`. Rejects `//host` and what browsers treat as the
 * same: `/\host`, or a tab between the slashes.
 */
export const link = z.preprocess(
  inText((given) => addressOf(given.trim()) ?? given.trim()),
  z
    .string()
    .refine(
      (given) =>
        addressOf(given) !== undefined ||
        // oxlint-disable-next-line no-control-regex -- browsers drop these when they read an address
        /^\/(?!\/)[^\\\x00-\x20\x7f]*$/.test(given),
      "must be an http(s) address, or a path",
    )
    .describe("An http(s) address, or a path that begins with one /"),
);

const addressOf = (given: string) =>
  /^https?:\/\//i.test(given) && URL.canParse(given) ? new URL(given).href : undefined;

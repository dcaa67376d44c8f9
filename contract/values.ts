// Values shared by the schemas.
import * as z from "zod";
import { PLATFORM_ID } from "./ids";
import { LANGUAGE_TAG } from "./languages";
import { MAX_LINE } from "./limits";

/** A non-blank string, trimmed. */
export const text = z.string().trim().min(1);
export const line = text.max(MAX_LINE);

const mapText = (change: (given: string) => string) => (value: unknown) =>
  typeof value === "string" ? change(value) : value;

const numberToText = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** A platform's id, which is inserted into paths without escaping. */
export const platformId = z.preprocess(
  numberToText,
  z.string().trim().regex(PLATFORM_ID, "must be letters, digits, - and _, up to 64"),
);

export const languageTag = z.preprocess(
  mapText((given) => given.trim().replaceAll("_", "-")),
  z.string().max(35).regex(LANGUAGE_TAG, "must be a language tag, such as es-es"),
);

export const reference = z.preprocess(numberToText, line);

/** A boolean. Also accepts the strings `true`, `false`, `1` and `0`, and the numbers 1 and 0. */
export const flag = z.preprocess((value) => {
  const given = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (given === "true" || given === "1" || given === 1) return true;
  if (given === "false" || given === "0" || given === 0) return false;
  return given;
}, z.boolean());

/** A date that exists, with an optional time. */
export const isoDate = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}(?:$|[T ])/, "must be a date such as 2026-11-20")
  .refine(
    (value) => !Number.isNaN(Date.parse(value)) && isDay(value.slice(0, 10)),
    "is not a real date",
  )
  .describe("An ISO date, with an optional time");

const isDay = (day: string) => z.iso.date().safeParse(day).success;

/** One of a list of words. Ignores case, spaces, hyphens and underscores. */
export const oneOf = <const W extends string>(words: readonly W[]) => {
  const plain = (word: string) => word.toLowerCase().replace(/[\s_-]+/g, "");
  const known = new Map(words.map((word) => [plain(word), word]));
  return z.preprocess(
    mapText((given) => known.get(plain(given)) ?? given),
    z.enum(words),
  );
};

/** A list. Ignores items past `max`, and treats a single item as a list. */
export const listOf = <S extends z.ZodType>(item: S, max: number) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.preprocess(
      (value) => (Array.isArray(value) ? value.slice(0, max) : value),
      z.array(item).max(max),
    ),
  );

/** An http(s) URL. */
export const webAddress = z.preprocess(
  mapText((given) => normalizeUrl(given.trim()) ?? given),
  z
    .string()
    .max(2048)
    .refine((given) => normalizeUrl(given) !== undefined, "must be an http(s) URL")
    .describe("An http(s) URL"),
);

/**
 * An http(s) URL, or a path that begins with one `/`. Rejects `//host` and its equivalents in browsers,
 * such as `/\host`, or a tab between the slashes.
 */
export const link = z.preprocess(
  mapText((given) => normalizeUrl(given.trim()) ?? given.trim()),
  z
    .string()
    .refine(
      (given) =>
        normalizeUrl(given) !== undefined ||
        // oxlint-disable-next-line no-control-regex -- browsers drop these when they parse a URL
        /^\/(?!\/)[^\\\x00-\x20\x7f]*$/.test(given),
      "must be an http(s) URL, or a path",
    )
    .describe("An http(s) URL, or a path that begins with one /"),
);

const normalizeUrl = (given: string) =>
  /^https?:\/\//i.test(given) && URL.canParse(given) ? new URL(given).href : undefined;

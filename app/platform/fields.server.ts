import { z } from "zod";

import { isPlatformId } from "./ids";

/**
 * The kinds of field that the platform's answers are made of. An optional field that is missing,
 * null or malformed becomes undefined; a required one breaks the contract.
 */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.optional().catch(undefined);
}

/** One line of text that says something. */
export const text = z.string().trim().min(1);

/** Text that is kept to the letter; empty when it is missing or malformed. */
export const verbatim = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => value ?? "");

/** An id that can stand in an address. Numbers are taken as their text. */
export const platformId = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : value),
  z.string().trim().refine(isPlatformId, "expected letters, digits, - and _, up to 64"),
);

/** A two-letter country code, in upper case. */
export const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/);

/** An ISO date, with or without a time. */
export const isoDate = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}(?:$|[T ])/)
  .refine((value) => !Number.isNaN(Date.parse(value)));

/** Text that can be an HTTP header's value. */
export const headerValue = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,1024}$/);

/**
 * An http(s) address or an absolute path. `//host`, and what a browser reads as that (`/\host`,
 * a tab between the slashes), is neither.
 */
export const link = z.string().trim().transform(toLink).pipe(z.string());

function toLink(address: string): string | undefined {
  if (/^\/(?!\/)/.test(address)) {
    // eslint-disable-next-line no-control-regex -- browsers drop these before reading an address
    return /[\\\x00-\x20\x7f]/.test(address) ? undefined : address;
  }
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).href;
}

type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The same fields without those that are undefined, so that a missing field has no key. */
export function present<T extends object>(fields: T): { [K in keyof Present<T>]: Present<T>[K] } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Proven by the filter: every key of T whose value is not undefined is there, and no other.
  return Object.fromEntries(kept) as Present<T>;
}

import { z } from "zod";

import { isPlatformId } from "./ids";

/**
 * Makes a field optional: undefined when it is missing, null or malformed, where a required field
 * breaks the contract.
 */
export function optional<S extends z.ZodType>(schema: S) {
  return schema.optional().catch(undefined);
}

/** Text that is not blank, without the spaces around it. */
export const text = z.string().trim().min(1);

/** Text that is kept exactly as it came; empty when it is missing or malformed. */
export const verbatim = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => value ?? "");

/** An id that can stand in an address as it is. A number becomes text. */
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

/** Yes or no, also as platforms write it that have no word for it: `"true"`, `1`, `"0"`. */
export const yesOrNo = z.preprocess((value) => {
  const said = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (said === "true" || said === "1" || said === 1) return true;
  if (said === "false" || said === "0" || said === 0) return false;
  return said;
}, z.boolean());

/** A CSRF token, to the letter: one that can be no header's value still travels in the form. */
export const csrfToken = z.string().regex(/^(?=.*\S)\P{Cc}{1,1024}$/u);

/**
 * An http(s) address, or a path that begins with `/`. Not `//host`, nor what browsers read as that:
 * `/\host`, or a tab between the slashes.
 */
export const link = z.string().trim().transform(toLink).pipe(z.string());

function toLink(address: string): string | undefined {
  if (/^\/(?!\/)/.test(address)) {
    // oxlint-disable-next-line no-control-regex -- browsers drop these when they read an address
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
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  // Exactly the keys are left whose value is not undefined, which is what Present<T> says.
  return kept as Present<T>;
}

import { z } from "zod";
import { FIELD_ID } from "./field-format.server";

/** Most bytes of a refusal, or of a 410, that are read. */
export const MOST_REFUSAL_BYTES = 64 * 1024;

/** The most characters of a message that are shown. */
const LONGEST = 500;

/** What the platform says of one field of an application. */
export interface FieldMessage {
  /** The field's id, or the name of one of the specification's fields. */
  field: string;
  /** Plain text. */
  message: string;
}

/** Most messages at fields that are read. */
const MOST_ERRORS = 100;

const body = z.object({ detail: z.unknown(), message: z.unknown(), errors: z.unknown() }).partial();

const errorAtField = z.object({ field: z.string().regex(FIELD_ID), message: z.string() });

/**
 * What the body of a refusal says to the candidate: `message` is the body's `detail` (as JSON where
 * it is a list or an object), or else the body's `message` where that is text. Plain text of at
 * most 500 characters, never HTML. `errors` are such messages at single fields. All are missing when
 * the body is not JSON or says nothing.
 */
export function refusalMessage(bodyText: string): {
  detail?: string;
  message?: string;
  errors?: FieldMessage[];
} {
  const parsed = body.safeParse(parseJson(bodyText));
  if (!parsed.success) return {};
  const detail = detailText(parsed.data.detail);
  const message = detail ?? readable(parsed.data.message);
  const errors = errorsOf(parsed.data.errors);
  return {
    ...(detail !== undefined && { detail }),
    ...(message !== undefined && { message }),
    ...(errors.length > 0 && { errors }),
  };
}

/** The first message of each field, in the body's order; what is malformed is left out. */
function errorsOf(given: unknown): FieldMessage[] {
  const errors = new Map<string, FieldMessage>();
  for (const one of Array.isArray(given) ? given.slice(0, MOST_ERRORS) : []) {
    const read = errorAtField.safeParse(one).data;
    const message = readable(read?.message);
    if (!read || message === undefined || errors.has(read.field)) continue;
    errors.set(read.field, { field: read.field, message });
  }
  return [...errors.values()];
}

function detailText(detail: unknown): string | undefined {
  if (typeof detail !== "object" || detail === null) return readable(detail);
  return Object.keys(detail).length > 0 ? readable(jsonOf(detail)) : undefined;
}

/** Undefined when it is nested too deeply to be written. */
function jsonOf(detail: object): string | undefined {
  try {
    return JSON.stringify(detail);
  } catch {
    return undefined;
  }
}

function readable(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  // Counted in code points, so that no emoji is cut in half.
  return Array.from(value.trim().slice(0, 2 * LONGEST))
    .slice(0, LONGEST)
    .join("");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

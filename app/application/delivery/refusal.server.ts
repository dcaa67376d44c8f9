import type { z } from "zod";
import { Refusal, type FieldError } from "../../../contract/application";
import { REFUSAL_LIMITS } from "../../../contract/limits";
import { readTolerantly } from "../../../contract/tolerant";

/**
 * Parses a refusal's messages for the candidate. `message` is the body's `detail` (as JSON if it is a list or
 * an object) or else its `message`. `errors` are the messages for fields. All are plain text of limited
 * length, and all are missing if the body is not JSON or has none.
 */
export function parseRefusalMessages(bodyText: string): {
  detail?: string;
  message?: string;
  errors?: FieldError[];
} {
  const refusal = parseRefusal(bodyText);
  const detail = detailText(refusal.detail);
  const message = detail ?? toPlainText(refusal.message);
  const errors = firstPerField(refusal.errors ?? []);
  return {
    ...(detail !== undefined && { detail }),
    ...(message !== undefined && { message }),
    ...(errors.length > 0 && { errors }),
  };
}

function parseRefusal(bodyText: string): z.output<typeof Refusal> {
  try {
    const body: unknown = JSON.parse(bodyText);
    // Shown verbatim.
    const detail =
      typeof body === "object" && body !== null && "detail" in body ? body.detail : undefined;
    return { ...readTolerantly(Refusal, body).value, detail };
  } catch {
    return {};
  }
}

/** The first message of each field, in the body's order. */
function firstPerField(given: readonly FieldError[]): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const one of given.slice(0, REFUSAL_LIMITS.errors)) {
    const message = toPlainText(one.message);
    if (message === undefined || errors.has(one.field)) continue;
    errors.set(one.field, { field: one.field, message });
  }
  return [...errors.values()];
}

function detailText(detail: unknown): string | undefined {
  if (typeof detail !== "object" || detail === null) return toPlainText(detail);
  return Object.keys(detail).length > 0 ? toPlainText(toJson(detail)) : undefined;
}

/** Undefined if nested too deeply for `JSON.stringify`. */
function toJson(detail: object): string | undefined {
  try {
    return JSON.stringify(detail);
  } catch {
    return undefined;
  }
}

function toPlainText(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  // In code points, so that no surrogate pair is cut in half.
  return Array.from(value.trim().slice(0, 2 * REFUSAL_LIMITS.message))
    .slice(0, REFUSAL_LIMITS.message)
    .join("");
}

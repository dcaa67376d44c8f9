import type * as z from "zod";
import { Refusal, type FieldError } from "~/contract/application";
import { REFUSAL_LIMITS } from "~/contract/limits";
import { readTolerantly } from "~/contract/tolerant";

/**
 * Parses the messages of a refusal as plain text of limited length. `message` is the body's `detail`, or its
 * `message` if `detail` has no text. A `detail` that is a list or an object becomes JSON. `errors` are the field
 * messages. The result is empty if the body is not JSON.
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
    // `detail` can be any JSON value.
    const given: { detail?: unknown; errors?: unknown } =
      typeof body === "object" && body !== null ? body : {};
    const { detail, errors: all } = given;
    const errors = Array.isArray(all) ? all.slice(0, REFUSAL_LIMITS.errors) : all;
    return { ...readTolerantly(Refusal, { ...given, errors }).value, detail };
  } catch {
    return {};
  }
}

function firstPerField(all: readonly FieldError[]): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const { field, message: text } of all) {
    const message = toPlainText(text);
    if (message === undefined || errors.has(field)) continue;
    errors.set(field, { field, message });
  }
  return [...errors.values()];
}

function detailText(detail: unknown): string | undefined {
  if (typeof detail !== "object" || detail === null) return toPlainText(detail);
  return Object.keys(detail).length > 0 ? toPlainText(toJson(detail)) : undefined;
}

/** Converts a detail to JSON. @returns undefined if it is nested too deeply */
function toJson(detail: object): string | undefined {
  try {
    return JSON.stringify(detail);
  } catch {
    return undefined;
  }
}

function toPlainText(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  // Slice code points, so that no surrogate pair is split.
  return Array.from(value.trim().slice(0, 2 * REFUSAL_LIMITS.message))
    .slice(0, REFUSAL_LIMITS.message)
    .join("");
}

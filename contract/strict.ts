// Strict versions of the contract's schemas, for companies' files.
import type * as z from "zod";
import { removeMissing } from "./tolerant";
import { flag } from "./values";

export interface Issue {
  path: PropertyKey[];
  message: string;
}

export type StrictResult<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: Issue[] } };

/** Makes a schema refuse values that it would otherwise drop, shorten or guess. */
export const strictSchema = <T extends z.ZodType>(schema: T) => ({
  safeParse(given: unknown): StrictResult<z.output<T>> {
    const input = removeMissing(given);
    const result = schema.safeParse(input);
    const issues = result.success
      ? [...findLosses(input, result.data)]
      : result.error.issues.flatMap(describeIssue);
    return result.success && issues.length === 0 ? result : { success: false, error: { issues } };
  },
});

const UNKNOWN = "is not known. See docs/companies.md for the names";

/** Plain words for zod's type names. */
const TYPES: Record<string, string> = {
  string: "text",
  array: "a list",
  object: "an object",
  boolean: "yes or no",
  number: "a number",
  int: "a whole number",
};

const CHOICE = new Intl.ListFormat("en", { type: "disjunction" });

function describeIssue(issue: z.core.$ZodIssue): Issue[] {
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], message: UNKNOWN }));
  }
  if (message.endsWith("received undefined")) return [{ path, message: "is missing" }];
  if (issue.code === "invalid_value") {
    return [{ path, message: `must be ${CHOICE.format(issue.values.map(String))}` }];
  }
  const [, type] = /^Invalid input: expected (\w+), received/.exec(message) ?? [];
  if (type !== undefined) return [{ path, message: `must be ${TYPES[type] ?? type}` }];
  const words = message.replace(/^(?:Too|Invalid) /, (word) => `is ${word.toLowerCase()}`);
  return [{ path, message: words }];
}

function* findLosses(
  given: unknown,
  parsed: unknown,
  path: PropertyKey[] = [],
): Generator<Issue, void> {
  if (typeof parsed === "boolean" && !flag.safeParse(given).success) {
    yield { path, message: "must be yes or no" };
  }
  if (typeof parsed === "string" && typeof given === "string") {
    const text = given.trim();
    if (text.length > parsed.length && text.startsWith(parsed)) {
      yield { path, message: `is too long: at most ${parsed.length} characters` };
    }
  }
  if (typeof parsed === "number" && typeof given === "number" && given > parsed) {
    yield { path, message: `is too large: at most ${parsed}` };
  }
  if (!isObject(given) || !isObject(parsed)) return;
  if (Array.isArray(given) !== Array.isArray(parsed)) {
    // The input can be a single item instead of a list, or a list of questions instead of an object.
    yield* findLosses(given, Object.values(parsed)[0], path);
  } else if (Array.isArray(given) && given.length > Object.keys(parsed).length) {
    const message = "has too many entries, or some are empty or repeated";
    yield { path, message };
  } else {
    for (const [key, value] of Object.entries(given)) {
      if (Object.hasOwn(parsed, key)) yield* findLosses(value, parsed[key], [...path, key]);
      else yield { path: [...path, key], message: UNKNOWN };
    }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

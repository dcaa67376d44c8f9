// Checks a company's own files by the contract's schemas, without their tolerance of platforms.
import type { z } from "zod";
import { withoutNothing } from "./read";
import { flag } from "./values";

export interface Issue {
  path: PropertyKey[];
  message: string;
}

export type Strict<T> = { success: true; data: T } | { success: false; error: { issues: Issue[] } };

/** A schema that also refuses what it would leave out, cut or guess. Its own keys must be strict. */
export const strictly = <T extends z.ZodType>(schema: T) => ({
  safeParse(given: unknown): Strict<z.output<T>> {
    const said = withoutNothing(given);
    const result = schema.safeParse(said);
    const issues = result.success
      ? [...leftOut(said, result.data)]
      : result.error.issues.flatMap(inWords);
    return result.success && issues.length === 0 ? result : { success: false, error: { issues } };
  },
});

const UNKNOWN = "is not known. docs/companies.md lists what is";

/** The types of values, in plain words. */
const TYPES: Record<string, string> = {
  string: "text",
  array: "list",
  object: "group of facts",
  boolean: "yes or no",
};

function inWords(issue: z.core.$ZodIssue): Issue[] {
  const { path, message } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], message: UNKNOWN }));
  }
  if (message.endsWith("received undefined")) return [{ path, message: "is missing" }];
  const [, type] = /^Invalid input: expected (\w+), received/.exec(message) ?? [];
  if (type !== undefined) return [{ path, message: `must be a ${TYPES[type] ?? type}` }];
  const words = message.replace(/^(?:Too|Invalid) /, (word) => `is ${word.toLowerCase()}`);
  return [{ path, message: words }];
}

/** The parts of an input that its parsed output lacks. */
function* leftOut(given: unknown, read: unknown, path: PropertyKey[] = []): Generator<Issue, void> {
  if (typeof read === "boolean" && !flag.safeParse(given).success) {
    yield { path, message: "must be a yes or no" };
  }
  if (typeof read === "string" && typeof given === "string") {
    const text = given.trim();
    if (text.length > read.length && text.startsWith(read)) {
      yield { path, message: `is too long: it may have ${read.length} characters` };
    }
  }
  if (typeof read === "number" && typeof given === "number" && given > read) {
    yield { path, message: `is too large: it may be at most ${read}` };
  }
  if (!isGroup(given) || !isGroup(read)) return;
  if (Array.isArray(given) !== Array.isArray(read)) {
    // An item may stand without its list, and a list of questions without its group.
    yield* leftOut(given, Object.values(read)[0], path);
  } else if (Array.isArray(given) && given.length > Object.keys(read).length) {
    const message = "has too many, empty or repeated entries";
    yield { path, message };
  } else {
    for (const [key, value] of Object.entries(given)) {
      if (Object.hasOwn(read, key)) yield* leftOut(value, read[key], [...path, key]);
      else yield { path: [...path, key], message: UNKNOWN };
    }
  }
}

const isGroup = (it: unknown): it is Record<string, unknown> =>
  typeof it === "object" && it !== null;

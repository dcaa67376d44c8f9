// Checks what a company wrote by the contract's schemas, without their tolerance of platforms.
import { withoutNothing } from "../contract/read";
import { flag } from "../contract/values";

/** @typedef {import("zod").z.ZodType} ZodType */
/** @typedef {{ path: PropertyKey[], message: string }} Issue */

/**
 * A schema that also refuses what it would leave out, cut or guess. Empty values say nothing.
 *
 * @template {ZodType} T
 * @param {T} schema whose own keys are strict, so that all of them are checked at once
 */
export const strictly = (schema) => ({
  /**
   * @param {unknown} given
   * @returns {{ success: true, data: import("zod").z.output<T> } | { success: false, error: { issues: Issue[] } }}
   */
  safeParse(given) {
    const said = withoutNothing(given);
    const result = schema.safeParse(said);
    const issues = result.success
      ? [...leftOut(said, result.data)]
      : result.error.issues.flatMap(inWords);
    return result.success && issues.length === 0 ? result : { success: false, error: { issues } };
  },
});

const UNKNOWN = "is not known. docs/companies.md lists what is";

/** The types of values, in plain words. @type {Record<string, string>} */
const TYPES = { string: "text", array: "list", object: "group of facts", boolean: "yes or no" };

/** @param {import("zod").z.core.$ZodIssue} issue @returns {Issue[]} */
function inWords(issue) {
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

/**
 * What an input says and its output does not.
 *
 * @param {unknown} given @param {unknown} read @param {PropertyKey[]} [path]
 * @returns {Generator<Issue, void>}
 */
function* leftOut(given, read, path = []) {
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
    const message = "has entries that are too many, empty or there twice";
    yield { path, message };
  } else {
    for (const [key, value] of Object.entries(given)) {
      if (Object.hasOwn(read, key)) yield* leftOut(value, read[key], [...path, key]);
      else yield { path: [...path, key], message: UNKNOWN };
    }
  }
}

/** @param {unknown} it @returns {it is Record<string, unknown>} */
const isGroup = (it) => typeof it === "object" && it !== null;

import type { z } from "zod";

/** What was read, and the paths of what was dropped, such as `places.0.country`. */
export interface Read<T> {
  value: T;
  dropped: string[];
}

/** Each round drops something. */
const ROUNDS_MOST = 100;

/**
 * Reads an answer as tolerantly as the contract says: unknown fields are ignored, and malformed optional
 * values, and malformed items of lists, are dropped. `null`, an empty text and an empty list say nothing.
 *
 * @throws z.ZodError where a required value is missing or malformed
 */
export function readTolerantly<S extends z.ZodType>(schema: S, answer: unknown): Read<z.output<S>> {
  const said = withoutNothing(answer);
  const first = schema.safeParse(said);
  if (first.success) return { value: first.data, dropped: [] };
  const rest: unknown = structuredClone(said);
  const dropped = new Set<string>();
  let { issues } = first.error;
  for (let round = 0; round < ROUNDS_MOST && drop(rest, issues, dropped); round += 1) {
    const next = schema.safeParse(rest);
    if (next.success) return { value: next.data, dropped: [...dropped] };
    ({ issues } = next.error);
  }
  throw first.error;
}

/** Whether a value says nothing. */
export const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0);

/** A value without the keys, at any depth, that say nothing. */
export function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNothing);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      isNothing(one) ? [] : [[key, withoutNothing(one)]],
    ),
  );
}

/** Drops what each issue is about. Returns whether that was possible for all. */
function drop(root: unknown, issues: readonly z.core.$ZodIssue[], dropped: Set<string>): boolean {
  const items = new Map<unknown[], Set<unknown>>();
  for (const { path } of issues) {
    const wrong = existing(root, path);
    const key = wrong.at(-1);
    if (key === undefined) return false;
    dropped.add(wrong.join("."));
    const parent = at(root, wrong.slice(0, -1));
    if (Array.isArray(parent)) items.set(parent, (items.get(parent) ?? new Set()).add(key));
    else if (isObject(parent)) Reflect.deleteProperty(parent, key);
  }
  for (const [list, indices] of items) {
    list.splice(0, list.length, ...list.filter((_, index) => !indices.has(index)));
  }
  return true;
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;

const at = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), root);

/** The part of a path that the answer has: where a required value is missing, what lacks it. */
function existing(root: unknown, path: readonly PropertyKey[]): PropertyKey[] {
  let { length } = path;
  while (length > 0 && at(root, path.slice(0, length)) === undefined) length -= 1;
  return path.slice(0, length);
}

import type { z } from "zod";

/** What was read, and the paths of what was dropped, such as `places.0.country`. */
export interface Read<T> {
  value: T;
  dropped: string[];
}

/** A place in an answer. */
type Path = readonly PropertyKey[];

/** Each round drops something. */
const ROUNDS_MOST = 100;

/** The contract has nothing that lies deeper. */
const DEPTH_MOST = 10;

/**
 * Reads an answer as tolerantly as the contract says: unknown fields are ignored, and malformed optional
 * values, and malformed items of lists, are dropped. `null` and an empty text say nothing.
 *
 * @param mustStay paths of what is not dropped: if it is malformed, the answer breaks the contract
 * @throws z.ZodError where a required value is missing or malformed
 */
export function readTolerantly<S extends z.ZodType>(
  schema: S,
  answer: unknown,
  mustStay: (path: Path) => boolean = () => false,
): Read<z.output<S>> {
  const rest = withoutNothing(answer);
  const first = schema.safeParse(rest);
  if (first.success) return { value: first.data, dropped: [] };
  const dropped = new Set<string>();
  let { issues } = first.error;
  for (let round = 0; round < ROUNDS_MOST; round += 1) {
    const wrong = issues.map(({ path }) => existing(rest, path));
    if (wrong.some((path) => path.length === 0 || mustStay(path))) break;
    drop(rest, wrong);
    for (const path of wrong) dropped.add(path.join("."));
    const next = schema.safeParse(rest);
    if (next.success) return { value: next.data, dropped: [...dropped] };
    ({ issues } = next.error);
  }
  throw first.error;
}

const isUnsaid = (value: unknown) => value === undefined || value === null || value === "";

/** Whether a value says nothing. */
export const isNothing = (value: unknown) =>
  isUnsaid(value) || (Array.isArray(value) && value.length === 0);

/** A copy of a value without the keys that say nothing. What lies deeper than the contract is left as it is. */
export function withoutNothing(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MOST || !isObject(value)) return value;
  if (Array.isArray(value)) return value.map((one) => withoutNothing(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      isUnsaid(one) ? [] : [[key, withoutNothing(one, depth + 1)]],
    ),
  );
}

function drop(root: unknown, paths: readonly Path[]): void {
  const items = new Map<unknown[], Set<unknown>>();
  for (const path of paths) {
    const key = path.at(-1) ?? "";
    const parent = at(root, path.slice(0, -1));
    if (Array.isArray(parent)) items.set(parent, (items.get(parent) ?? new Set()).add(key));
    else if (isObject(parent)) Reflect.deleteProperty(parent, key);
  }
  for (const [list, indices] of items) {
    list.splice(0, list.length, ...list.filter((_, index) => !indices.has(index)));
  }
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;

const at = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), root);

/** The part of a path that the answer has: where a required value is missing, what lacks it. */
function existing(root: unknown, path: Path): Path {
  let { length } = path;
  while (length > 0 && at(root, path.slice(0, length)) === undefined) length -= 1;
  return path.slice(0, length);
}

import { z } from "zod";

/** A malformed value that was dropped. */
export interface Dropped {
  /** Its path, such as `places.0.country`. */
  place: string;
  /** Such as `must be a country's two letters`. Quotes nothing of the answer. */
  why: string;
}

/** A parsed value, and what was dropped: of a dropped whole, its malformed parts. */
export interface Read<T> {
  value: T;
  dropped: Dropped[];
}

type Path = readonly PropertyKey[];

/** Every round drops at least one value. */
const ROUNDS_MOST = 100;

/** The contract's schemas are shallower. */
const DEPTH_MOST = 10;

/**
 * Parses a platform's answer tolerantly: ignores unknown fields, and drops malformed optional values and
 * list items. `null`, blank texts and lists of only those count as missing.
 *
 * @param mustStay paths that must not be dropped: a malformed value there breaks the contract
 * @throws z.ZodError if a required value is missing or malformed; lists no other issues
 */
export function readTolerantly<S extends z.ZodType>(
  schema: S,
  answer: unknown,
  mustStay: (path: Path) => boolean = () => false,
): Read<z.output<S>> {
  const rest = withoutNothing(answer);
  const first = schema.safeParse(rest);
  if (first.success) return { value: first.data, dropped: [] };
  const dropped = new Map<string, Dropped>();
  /** Objects and lists that have lost something. */
  const incomplete = new Set<unknown>();
  const indices: Indices = new Map();
  let { issues } = first.error;
  for (let round = 0; round < ROUNDS_MOST; round += 1) {
    const places: Place[] = [];
    const breaches = issues.filter(({ path, message }) => {
      const place = locate(rest, path, indices);
      if (!place || mustStay(place.path)) return true;
      places.push(place);
      const why = [...path.slice(place.path.length).map(String), message].join(": ");
      const { name, parent, value } = place;
      incomplete.add(parent);
      if (!incomplete.has(value) && !dropped.has(name)) dropped.set(name, { place: name, why });
      return false;
    });
    // Of the first round: later, items have moved.
    if (breaches.length > 0) throw round === 0 ? new z.ZodError(breaches) : first.error;
    drop(places, indices);
    const next = schema.safeParse(rest);
    if (next.success) return { value: next.data, dropped: [...dropped.values()] };
    ({ issues } = next.error);
  }
  throw first.error;
}

const isUnsaid = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Whether a value counts as missing. */
export const isNothing = (value: unknown) =>
  isUnsaid(value) || (Array.isArray(value) && value.every(isUnsaid));

/**
 * Copies a value without the keys that count as missing. Empty lists stay, because a page of positions may
 * be empty. Values deeper than the contract are not copied.
 */
export function withoutNothing(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MOST || !isObject(value)) return value;
  if (Array.isArray(value)) return value.map((one) => withoutNothing(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      isNothing(one) && !isEmpty(one) ? [] : [[key, withoutNothing(one, depth + 1)]],
    ),
  );
}

/** For each list with dropped items, the original indices of those left. */
type Indices = Map<unknown[], number[]>;

/** A value in the answer, with its path in the schema and in the original answer. */
interface Place {
  parent: object;
  key: PropertyKey;
  value: unknown;
  path: Path;
  name: string;
}

function drop(places: readonly Place[], indices: Indices): void {
  const items = new Map<unknown[], Set<unknown>>();
  for (const { parent, key } of places) {
    if (Array.isArray(parent)) items.set(parent, (items.get(parent) ?? new Set()).add(key));
    else Reflect.deleteProperty(parent, key);
  }
  for (const [list, wrong] of items) {
    const isRight = (_: unknown, index: number) => !wrong.has(index);
    indices.set(list, (indices.get(list) ?? [...list.keys()]).filter(isRight));
    list.splice(0, list.length, ...list.filter(isRight));
  }
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;

/** Finds the deepest existing value on a path; undefined if that is the answer itself. */
function locate(root: unknown, path: Path, indices: Indices): Place | undefined {
  let found: Place | undefined;
  let value = root;
  for (const [depth, key] of path.entries()) {
    // A list given in place of an object with that list.
    if (Array.isArray(value) && typeof key === "string") continue;
    // An item given in place of a list.
    if (isObject(value) && !Array.isArray(value) && typeof key === "number") continue;
    if (!isObject(value) || value[key] === undefined) break;
    const index = Array.isArray(value) ? indices.get(value)?.[Number(key)] : undefined;
    const name = [found?.name, index ?? key].filter((part) => part !== undefined).join(".");
    found = { parent: value, key, value: value[key], path: path.slice(0, depth + 1), name };
    ({ value } = found);
  }
  return found;
}

import { z } from "zod";

/** A malformed value that was dropped. */
export interface DroppedValue {
  /** Its path, such as `places.0.country`. */
  place: string;
  /** Such as `must be a two-letter country code`. Never quotes the answer. */
  why: string;
}

/** A parsed value, and what was dropped. For a dropped object or list, its malformed parts. */
export interface TolerantResult<T> {
  value: T;
  dropped: DroppedValue[];
}

type Path = readonly PropertyKey[];

/** Each round drops at least one value. */
const MAX_ROUNDS = 100;

/** The contract's schemas are shallower. */
const MAX_DEPTH = 10;

/**
 * Parses a platform's answer. Ignores unknown fields, and drops malformed optional values and list items.
 * `null`, blank texts and lists of only those count as missing.
 *
 * @param mustStay whether the value at a path must not be dropped: a malformed one breaks the contract
 * @throws z.ZodError if a required value is missing or malformed. It has no other issues
 */
export function readTolerantly<S extends z.ZodType>(
  schema: S,
  answer: unknown,
  mustStay: (path: Path) => boolean = () => false,
): TolerantResult<z.output<S>> {
  const rest = removeMissing(answer);
  const first = schema.safeParse(rest);
  if (first.success) return { value: first.data, dropped: [] };
  const dropped = new Map<string, DroppedValue>();
  /** Objects and lists from which a value was dropped. */
  const incomplete = new Set<unknown>();
  const indices: Indices = new Map();
  let { issues } = first.error;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const places: LocatedValue[] = [];
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
    // Later rounds throw the first error: dropping items has shifted the paths.
    if (breaches.length > 0) throw round === 0 ? new z.ZodError(breaches) : first.error;
    dropValues(places, indices);
    const next = schema.safeParse(rest);
    if (next.success) return { value: next.data, dropped: [...dropped.values()] };
    ({ issues } = next.error);
  }
  throw first.error;
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Whether a value counts as missing. */
export const isMissing = (value: unknown) =>
  isBlank(value) || (Array.isArray(value) && value.every(isBlank));

/**
 * Copies a value without the keys that count as missing. Keeps empty lists, because a page of positions may
 * be empty. Does not copy values that are nested deeper than the contract.
 */
export function removeMissing(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH || !isObject(value)) return value;
  if (Array.isArray(value)) return value.map((one) => removeMissing(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      isMissing(one) && !isEmptyList(one) ? [] : [[key, removeMissing(one, depth + 1)]],
    ),
  );
}

/** For each list with dropped items, the original indices of the others. */
type Indices = Map<unknown[], number[]>;

/** A value in the answer, with its path in the schema and in the original answer. */
interface LocatedValue {
  parent: object;
  key: PropertyKey;
  value: unknown;
  path: Path;
  name: string;
}

function dropValues(places: readonly LocatedValue[], indices: Indices): void {
  const items = new Map<unknown[], Set<unknown>>();
  for (const { parent, key } of places) {
    if (Array.isArray(parent)) items.set(parent, (items.get(parent) ?? new Set()).add(key));
    else Reflect.deleteProperty(parent, key);
  }
  for (const [list, malformed] of items) {
    const isValid = (_: unknown, index: number) => !malformed.has(index);
    indices.set(list, (indices.get(list) ?? [...list.keys()]).filter(isValid));
    list.splice(0, list.length, ...list.filter(isValid));
  }
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;

/** Finds the deepest existing value on a path; undefined if it is the answer itself. */
function locate(root: unknown, path: Path, indices: Indices): LocatedValue | undefined {
  let found: LocatedValue | undefined;
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

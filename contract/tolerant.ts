import * as z from "zod";

/** A malformed value that was dropped. */
export interface DroppedValue {
  /** The path of the value, such as `places.0.country`. */
  place: string;
  /** The reason, such as `must be a two-letter country code`. It never quotes the response. */
  why: string;
}

/** If an object or list was dropped because of a malformed value in it, `dropped` lists only that value. */
export interface TolerantResult<T> {
  value: T;
  dropped: DroppedValue[];
}

type Path = readonly PropertyKey[];

/**
 * Maximum number of rounds, each of which parses the response again. A round can drop only some of the
 * malformed values. A final round then drops each top-level value that is still malformed.
 */
const MAX_ROUNDS = 8;

/** Maximum number of items in all lists of a response. Each could be malformed, which takes time and memory. */
const MAX_ITEMS = 20_000;

/** Replaces each list that would exceed `MAX_ITEMS`. Malformed in every schema. */
const TOO_LONG = Symbol("a list past the limit");

/** Maximum depth that is copied. The contract's schemas are shallower. */
const MAX_DEPTH = 10;

/**
 * Parses a platform's response. Ignores unknown fields, and drops malformed optional values and list items.
 * `null`, blank strings and lists that contain only those count as missing. Lists past `MAX_ITEMS` count as malformed.
 *
 * @param mustStay whether a malformed value at a path is an error instead of being dropped
 * @throws z.ZodError if a required value is missing or malformed, or a malformed value must stay
 */
export function readTolerantly<S extends z.ZodType>(
  schema: S,
  answer: unknown,
  mustStay: (path: Path) => boolean = () => false,
): TolerantResult<z.output<S>> {
  const rest = removeMissing(answer, MAX_ITEMS);
  const first = schema.safeParse(rest);
  if (first.success) return { value: first.data, dropped: [] };
  const dropped = new Map<string, DroppedValue>();
  /** Objects and lists from which a value was dropped. */
  const incomplete = new Set<unknown>();
  const indices: Indices = new Map();
  let { issues } = first.error;
  for (let round = 0; round <= MAX_ROUNDS; round += 1) {
    const places: LocatedValue[] = [];
    const breaches = issues.filter(({ path, message }) => {
      const place = locate(rest, round < MAX_ROUNDS ? path : path.slice(0, 1), indices);
      if (!place || mustStay(place.path)) return true;
      places.push(place);
      const { name, parent, value } = place;
      const why =
        value === TOO_LONG
          ? `over the limit of ${MAX_ITEMS} items`
          : [...path.slice(place.path.length).map(String), message].join(": ");
      incomplete.add(parent);
      if (!incomplete.has(value) && !dropped.has(name)) dropped.set(name, { place: name, why });
      return false;
    });
    // Later rounds throw the first error, because dropped items have shifted the paths.
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

export const isMissing = (value: unknown) =>
  isBlank(value) || (Array.isArray(value) && value.every(isBlank));

/**
 * Copies a value without the keys whose values count as missing. Keeps empty lists, because a page of
 * positions can be empty. Values nested deeper than `MAX_DEPTH` are not copied but shared.
 *
 * @param maxItems maximum number of items in all lists. Lists past it become `TOO_LONG`
 */
export function removeMissing(given: unknown, maxItems = Infinity): unknown {
  let items = 0;
  const copy = (value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH || !isObject(value)) return value;
    if (Array.isArray(value)) {
      if (items + value.length > maxItems) return TOO_LONG;
      items += value.length;
      return value.map((item) => copy(item, depth + 1));
    }
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, entry]) =>
        isMissing(entry) && !isEmptyList(entry) ? [] : [[key, copy(entry, depth + 1)]],
      ),
    );
  };
  return copy(given, 0);
}

/** For each list with dropped items, the original indices of the remaining items. */
type Indices = Map<unknown[], number[]>;

/** A value in the response, with its path in the schema and in the original response. */
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
    const valid = list.filter(isValid);
    list.length = 0;
    for (const item of valid) list.push(item);
  }
}

const isObject = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === "object" && value !== null;

/** Finds the deepest existing value on a path. Returns undefined if the path's first key does not exist. */
function locate(root: unknown, path: Path, indices: Indices): LocatedValue | undefined {
  let found: LocatedValue | undefined;
  let value = root;
  for (const [depth, key] of path.entries()) {
    // The response has a list where an object with the list is expected.
    if (Array.isArray(value) && typeof key === "string") continue;
    // The response has a single item where a list is expected.
    if (isObject(value) && !Array.isArray(value) && typeof key === "number") continue;
    if (!isObject(value) || value[key] === undefined) break;
    const index = Array.isArray(value) ? indices.get(value)?.[Number(key)] : undefined;
    const name = [found?.name, index ?? key].filter((part) => part !== undefined).join(".");
    found = { parent: value, key, value: value[key], path: path.slice(0, depth + 1), name };
    ({ value } = found);
  }
  return found;
}

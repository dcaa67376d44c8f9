type Flat<T> = { [K in keyof T]: T[K] };

/** The same fields; one that may be undefined may be missing instead. */
type Present<T> = T extends object
  ? Flat<
      { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
        [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
      }
    >
  : never;

/** The same fields without those that are undefined, so that a missing field has no key. */
export function present<T extends object>(fields: T): Present<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Exactly the keys are left whose value is not undefined, which is what Present<T> says.
  return Object.fromEntries(kept) as Present<T>;
}

/** A list with each item once, by what `keyOf` says of it; undefined if it has none. */
export function eachOnce<T>(
  items: readonly T[] | undefined,
  keyOf: (item: T) => string = (item) => JSON.stringify(item),
): T[] | undefined {
  const found = new Map<string, T>();
  for (const item of items ?? []) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return found.size > 0 ? [...found.values()] : undefined;
}

type Simplify<T> = { [K in keyof T]: T[K] };

/** `T` with optional keys instead of undefined values. */
type OmitUndefined<T> = T extends object
  ? Simplify<
      { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
        [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
      }
    >
  : never;

export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Only keys with a defined value remain, as `OmitUndefined<T>` states.
  return Object.fromEntries(defined) as OmitUndefined<T>;
}

/** Removes duplicates by key. Returns undefined for an empty list. */
export function unique<T>(
  items: readonly T[] | undefined,
  getKey: (item: T) => string = (item) => JSON.stringify(item),
): T[] | undefined {
  const found = new Map<string, T>();
  for (const item of items ?? []) if (!found.has(getKey(item))) found.set(getKey(item), item);
  return found.size > 0 ? [...found.values()] : undefined;
}

interface Entry<T> {
  at: number;
  value: Promise<T>;
}

/**
 * Creates a cache of reads. Concurrent requests for a key share one read. Failed reads are not cached.
 *
 * @param freshMs how long a result is cached, from the start of its read
 * @param max maximum number of cached results. The oldest is dropped first.
 */
export function createCache<T>(freshMs: number, max: number, now: () => number = Date.now) {
  const entries = new Map<string, Entry<T>>();
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const found = entries.get(key);
    if (found && now() - found.at < freshMs) return found.value;
    const value = read();
    const entry = { at: now(), value };
    entries.delete(key);
    entries.set(key, entry);
    value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    for (const [oldest] of entries) {
      if (entries.size <= max) break;
      entries.delete(oldest);
    }
    return value;
  };
}

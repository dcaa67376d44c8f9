interface Entry<T> {
  at: number;
  value: Promise<T>;
}

/**
 * Keeps what was read for a while. Whoever asks while it is being read waits for the same read, so that
 * a stampede makes one call. A read that fails is not kept.
 *
 * @param freshMs how long it is kept, in milliseconds
 * @param max how many are kept; the oldest goes first
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

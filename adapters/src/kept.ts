interface Kept<T> {
  at: number;
  value: Promise<T>;
}

/**
 * Keeps what was read for a while. Whoever asks while it is being read waits for the same read, so that
 * a stampede makes one call. A read that fails is not kept.
 *
 * @param freshMs how long it is kept, in milliseconds
 * @param most how many are kept; the oldest goes first
 */
export function keeper<T>(freshMs: number, most: number, now: () => number = Date.now) {
  const kept = new Map<string, Kept<T>>();
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const found = kept.get(key);
    if (found && now() - found.at < freshMs) return found.value;
    const value = read();
    const entry = { at: now(), value };
    kept.delete(key);
    kept.set(key, entry);
    value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    for (const [oldest] of kept) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    return value;
  };
}

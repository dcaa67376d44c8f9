/** Returns a stored string, or null if there is none or storage is blocked. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores `text`, or removes the key if `text` is undefined. Ignores errors. */
export function writeItem(key: string, text?: string): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is full or blocked.
  }
}

/** Local storage's key for a position's draft, or for one that is set aside under its receipt's id. */
export const draftKey = (of: string): string => "puertaDraft:" + of;

/** What is stored under a key; null where nothing is, or storage is forbidden. */
export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it if there is none. Storage that is full or forbidden breaks nothing. */
export function writeItem(key: string, text?: string): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The page still has what it shows.
  }
}

/** Whether this browser has a draft of a position, or of an application under its receipt's id. */
export const hasDraft = (of: string): boolean => readItem(draftKey(of)) !== null;

/** Local storage's key for the positions already applied to (specification, section 3). */
const KEY = "appliedPositions";

/** The stored list; empty where storage is forbidden, or holds anything else. */
function stored(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** Whether the candidate has applied to a position in this browser. */
export function hasApplied(positionUuid: string): boolean {
  return stored().includes(positionUuid);
}

/** Puts a position on the list. */
export function rememberApplied(positionUuid: string): void {
  if (!hasApplied(positionUuid)) store([...stored(), positionUuid]);
}

/** Takes a position off the list: its application could not be delivered. */
export function forgetApplied(positionUuid: string): void {
  if (hasApplied(positionUuid)) store(stored().filter((uuid) => uuid !== positionUuid));
}

function store(list: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Full or forbidden: this page shows the right state without it.
  }
}

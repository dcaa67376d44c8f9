/** Local storage's key for the positions already applied to (specification, section 3). */
const KEY = "appliedPositions";

/** Storage may be forbidden or hold anything: then nothing is known, and nothing breaks. */
function stored(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

export function hasApplied(positionUuid: string): boolean {
  return stored().includes(positionUuid);
}

export function rememberApplied(positionUuid: string): void {
  if (!hasApplied(positionUuid)) store([...stored(), positionUuid]);
}

/** Takes a position off the list, whose application could not be delivered. */
export function forgetApplied(positionUuid: string): void {
  if (hasApplied(positionUuid)) store(stored().filter((uuid) => uuid !== positionUuid));
}

function store(list: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Full or forbidden: the state of this page is right all the same.
  }
}

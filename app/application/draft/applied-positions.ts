import { APPLIED_KEY } from "./keys";

/** The stored list; empty where storage is forbidden, or holds anything else. */
function stored(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(APPLIED_KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** The list without a position. A uuid is the same in either case: another site may have written it. */
const without = (positionUuid: string) =>
  stored().filter((uuid) => uuid.toLowerCase() !== positionUuid.toLowerCase());

/** Whether the candidate has applied to a position in this browser. */
export function hasApplied(positionUuid: string): boolean {
  return without(positionUuid).length < stored().length;
}

/** Puts a position on the list, once. */
export function rememberApplied(positionUuid: string): void {
  store([...without(positionUuid), positionUuid]);
}

/** Takes a position off the list: its application could not be delivered. */
export function forgetApplied(positionUuid: string): void {
  store(without(positionUuid));
}

function store(list: string[]): void {
  try {
    localStorage.setItem(APPLIED_KEY, JSON.stringify(list));
  } catch {
    // Full or forbidden: this page shows the right state without it.
  }
}

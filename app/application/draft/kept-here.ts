import { APPLIED_KEY, draftKey, receiptKey } from "./keys";

/** Whether this browser keeps anything of a position: a form that is not sent yet, or that one was sent. */
export function isKeptHere(positionUuid: string): boolean {
  try {
    const applied = localStorage.getItem(APPLIED_KEY)?.toLowerCase() ?? "";
    return (
      applied.includes(positionUuid.toLowerCase()) ||
      [draftKey, receiptKey].some((key) => localStorage.getItem(key(positionUuid)) !== null)
    );
  } catch {
    return false; // Storage is forbidden.
  }
}

import { hasApplied } from "./applied-positions";
import { draftKey } from "./draft-key";
import { receiptKey } from "./kept-receipts";

/** Whether this browser keeps anything of a position: a form that is not sent yet, or that it was sent. */
export function isKeptHere(positionUuid: string): boolean {
  try {
    const keys = [draftKey(positionUuid), receiptKey(positionUuid)];
    return hasApplied(positionUuid) || keys.some((key) => localStorage.getItem(key) !== null);
  } catch {
    return false; // Storage is forbidden.
  }
}

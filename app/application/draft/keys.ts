/** Local storage's key for the list of the positions already applied to (specification, section 3). */
export const APPLIED_KEY = "appliedPositions";

/** Local storage's key for a position's draft. */
export const draftKey = (positionUuid: string): string => "puertaDraft:" + positionUuid;

/** Local storage's key for the receipt of a position that was applied to. It holds the receipt's id. */
export const receiptKey = (positionUuid: string): string => "puertaReceipt:" + positionUuid;

/** Whether this browser keeps a draft of a position, or of an application under its receipt's id. */
export function hasDraft(of: string): boolean {
  try {
    return localStorage.getItem(draftKey(of)) !== null;
  } catch {
    return false; // Storage is forbidden.
  }
}

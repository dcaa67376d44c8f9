/** Local storage's key for the list of the positions already applied to (specification, section 3). */
export const APPLIED_KEY = "appliedPositions";

/** Local storage's key for a position's draft. */
export const draftKey = (positionUuid: string): string => "puertaDraft:" + positionUuid;

/** Local storage's key for the receipt of a position that was applied to. It holds the receipt's id. */
export const receiptKey = (positionUuid: string): string => "puertaReceipt:" + positionUuid;

/** What is stored under a key; null where nothing is, or storage is forbidden. */
export function storedAt(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether this browser keeps a draft of a position, or of an application under its receipt's id. */
export const hasDraft = (of: string): boolean => storedAt(draftKey(of)) !== null;

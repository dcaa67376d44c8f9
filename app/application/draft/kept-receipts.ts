import { receiptKey } from "./keys";

/**
 * The id of a position's receipt, if this browser keeps one. A text that is none does no harm: the
 * server says that it has no such receipt.
 */
export function keptReceipt(positionUuid: string): string | null | undefined {
  try {
    return localStorage.getItem(receiptKey(positionUuid));
  } catch {
    // Forbidden: there is none, then.
  }
}

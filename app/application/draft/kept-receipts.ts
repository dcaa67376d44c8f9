import { receiptKey } from "./keys";

/**
 * The id of a position's receipt, if this browser keeps one. A text that is none does no harm: the
 * server knows no such receipt, and shows the position.
 */
export function keptReceipt(positionUuid: string): string | null | undefined {
  try {
    return localStorage.getItem(receiptKey(positionUuid));
  } catch {
    // Forbidden: there is none, then.
  }
}

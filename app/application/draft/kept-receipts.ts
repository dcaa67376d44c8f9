/** Local storage's key for the receipt of a position that was applied to. It holds the receipt's id. */
export const receiptKey = (positionUuid: string): string => "puertaReceipt:" + positionUuid;

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

import { receiptKey, storedAt } from "./keys";

/**
 * The id of a position's receipt, if this browser keeps one. A text that is none does no harm: the
 * server says that it has no such receipt.
 */
export const keptReceipt = (positionUuid: string): string | undefined =>
  storedAt(receiptKey(positionUuid)) ?? undefined;

/** Keeps a position's receipt, for the way back to it; without an id, forgets it. */
export function keepReceipt(positionUuid: string, receiptId?: string): void {
  try {
    if (receiptId) localStorage.setItem(receiptKey(positionUuid), receiptId);
    else localStorage.removeItem(receiptKey(positionUuid));
  } catch {
    // Full or forbidden: the receipt still has its own address.
  }
}

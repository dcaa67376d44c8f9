import { receiptKey } from "../draft/keys";

/** Has the browser keep which receipt a position has, for the way back to it. */
export function keepReceipt(positionUuid: string, receiptId: string): void {
  try {
    localStorage.setItem(receiptKey(positionUuid), receiptId);
  } catch {
    // Full or forbidden: the receipt still has its own address.
  }
}

/** Lets it go: its application could not be delivered. */
export function forgetReceipt(positionUuid: string): void {
  try {
    localStorage.removeItem(receiptKey(positionUuid));
  } catch {
    // There is none, then.
  }
}

/** Fetches what draws a receipt; undefined if it cannot be had. */
export const loadReceipt = () => import("../receipt/receipt-notice").catch(() => undefined);

/** What a candidate holds after sending: the public name of the application's object. */
export interface Receipt {
  /** SHA-256 of the application's id, in hexadecimal. */
  id: string;
  /** Whether the CV went as an image, for which a PDF would have been better. */
  wasImage?: boolean | undefined;
}

/** Whether a text can be the id of a receipt. */
export const isReceiptId = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/**
 * Where an application that was sent stands: at the platform; with us, on its way; given up; or the
 * company had one of the candidate's already.
 */
export type Standing = "delivered" | "on-its-way" | "undelivered" | "already-applied";

/** What a candidate holds after sending; nothing of what they entered is in it. */
export interface Receipt {
  /** The public name of the application's object: SHA-256 of its id, in hexadecimal. */
  id: string;
  standing: Standing;
  /** ms since 1970. */
  sentAt: number;
  /** When it runs out, in ms since 1970. */
  until: number;
  company: ReceiptCompany;
  positionTitle: string;
  /** Kind of file, such as "PDF", and its size in bytes. */
  cv?: { kind: string; size: number } | undefined;
  /** How many questions were answered. */
  answers: number;
}

export interface ReceiptCompany {
  name: string;
  code: string;
  uuid: string;
  /** The company's own language, where it has named one. */
  language?: string | undefined;
}

/** Whether a text can be the id of a receipt. */
export const isReceiptId = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Crockford's base 32: no letter that is taken for a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A short number to quote, such as "7KQF-2M9X": the receipt's first 40 bits. */
export function receiptNumber(id: string): string {
  let bits = BigInt(`0x${id.slice(0, 10)}`);
  let text = "";
  for (let place = 0; place < 8; place += 1) {
    text = `${ALPHABET[Number(bits % 32n)]}${text}`;
    bits /= 32n;
  }
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** What the id of a receipt with this number begins with; what cannot be a number, nothing does. */
export function receiptPrefix(number: string): string {
  const places = [...number.toUpperCase().replace("-", "")].map((letter) =>
    ALPHABET.indexOf(letter),
  );
  if (places.length !== 8 || places.includes(-1)) return "none";
  const bits = places.reduce((sum, place) => sum * 32n + BigInt(place), 0n);
  return bits.toString(16).padStart(10, "0");
}

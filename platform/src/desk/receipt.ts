/** Crockford's base 32. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The number on a candidate's receipt, such as A7EB-22E4: the first 40 bits of the SHA-256 of the id
 * that Puerta sends as `Idempotency-Key` (docs/contract.md).
 */
export async function receiptNumber(idempotencyKey: string): Promise<string> {
  const raw = new TextEncoder().encode(idempotencyKey);
  const digest = new DataView(await crypto.subtle.digest("SHA-256", raw));
  const bits = BigInt(digest.getUint32(0)) * 256n + BigInt(digest.getUint8(4));
  const letters = Array.from({ length: 8 }, (_, place) =>
    ALPHABET.charAt(Number((bits >> BigInt(35 - 5 * place)) & 31n)),
  );
  return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
}

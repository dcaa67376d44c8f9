/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The number on a candidate's receipt, such as A7EB-22E4: the first 40 bits of the SHA-256 of the
 * application's id, which a platform gets as `Idempotency-Key`.
 */
export async function receiptNumber(applicationId: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(applicationId));
  return numberOf(new Uint8Array(digest));
}

/** The number of an application, by its id's SHA-256. */
export function numberOf(sha256: Uint8Array): string {
  const bits = [...sha256.subarray(0, 5)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const places =
    bits.match(/.{5}/g)?.map((five) => ALPHABET.charAt(Number.parseInt(five, 2))) ?? [];
  return `${places.slice(0, 4).join("")}-${places.slice(4).join("")}`;
}

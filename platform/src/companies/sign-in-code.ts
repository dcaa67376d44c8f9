import { sameSecret } from "~/contract/secret";
import { normalizeTyped } from "~/contract/text";
import { hex } from "../secrets";

/** Crockford's base 32 in lower case, with 5 bits per letter. */
export const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** A code consists of the id of its row and a secret of 100 random bits. */
export const ID_LETTERS = 5;
export const SECRET_LETTERS = 20;

/** Number of PBKDF2 iterations. Workers allow no more. */
export const ITERATIONS = 100_000;

/** A hashed secret. `salt` and `hash` are in hexadecimal. */
export interface StoredSecret {
  salt: string;
  hash: string;
  iterations: number;
}

/**
 * Parses a typed sign-in code. Ignores dashes, spaces and case. Accepts O for 0, and I and L for 1.
 * Returns undefined if the text can't be a code.
 */
export function parseCode(text: string): { id: string; secret: string } | undefined {
  const letters = normalizeTyped(text)
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  const isCode =
    letters.length === ID_LETTERS + SECRET_LETTERS &&
    [...letters].every((letter) => ALPHABET.includes(letter));
  if (!isCode) return undefined;
  return { id: letters.slice(0, ID_LETTERS), secret: letters.slice(ID_LETTERS) };
}

/** Hashes a secret with PBKDF2-SHA-256 to 32 bytes. The salt and the result are in hexadecimal. */
export async function hashSecret(
  secret: string,
  salt: string,
  iterations: number,
): Promise<string> {
  const raw = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey("raw", raw, "PBKDF2", false, ["deriveBits"]);
  const bytes = Uint8Array.from(salt.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt: bytes, iterations };
  return hex(await crypto.subtle.deriveBits(parameters, key, 256));
}

/** Used for unknown codes, so that they take as long to verify as known codes. No secret matches its empty hash. */
const DUMMY_SECRET: StoredSecret = { salt: "00".repeat(16), hash: "", iterations: ITERATIONS };

/** Whether a secret matches the stored hash. False if there is no stored hash. */
export async function verifySecret(
  secret: string,
  stored: StoredSecret = DUMMY_SECRET,
): Promise<boolean> {
  return sameSecret(await hashSecret(secret, stored.salt, stored.iterations), stored.hash);
}

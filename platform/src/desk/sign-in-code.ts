import { sameSecret } from "../../../contract/secret";
import { hex } from "../secrets";

/** Crockford's base 32, in small letters: a letter is 5 bits. */
export const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Letters of a code's id, by which its row is found, and of its secret: 100 random bits. */
export const ID_LETTERS = 5;
export const SECRET_LETTERS = 20;

/** PBKDF2's iterations: the most that Workers take. */
export const ITERATIONS = 100_000;

/** What is stored of a code's secret, in hexadecimal. */
export interface StoredSecret {
  salt: string;
  hash: string;
  iterations: number;
}

/**
 * A sign-in code as somebody typed it: with or without dashes and spaces, in capitals, with O for 0 and I
 * or L for 1. Undefined if it can't be one.
 */
export function parseCode(text: string): { id: string; secret: string } | undefined {
  const letters = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  const isOne =
    letters.length === ID_LETTERS + SECRET_LETTERS &&
    [...letters].every((letter) => ALPHABET.includes(letter));
  if (!isOne) return undefined;
  return { id: letters.slice(0, ID_LETTERS), secret: letters.slice(ID_LETTERS) };
}

/** PBKDF2-SHA-256 of a secret with a salt in hexadecimal: 32 bytes in hexadecimal. */
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

/** In the place of a code that there is not: it costs as much time, and nothing fits it. */
const DUMMY_SECRET: StoredSecret = { salt: "00".repeat(16), hash: "", iterations: ITERATIONS };

/** Whether a secret is the stored one. Without a stored one it takes as long, and is not. */
export async function verifySecret(
  secret: string,
  stored: StoredSecret = DUMMY_SECRET,
): Promise<boolean> {
  return sameSecret(await hashSecret(secret, stored.salt, stored.iterations), stored.hash);
}

import { sameSecret } from "../../contract/secret";

const DAY = 24 * 60 * 60 * 1000;

const encode = (text: string) => new TextEncoder().encode(text);

/** Converts bytes to lower-case hexadecimal. */
export function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Derives the key for CSRF tokens from the API key with HKDF (RFC 5869). The API key itself does not sign
 * tokens, because every page contains a token.
 */
async function deriveCsrfKey(apiKey: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey("raw", encode(apiKey), "HKDF", false, ["deriveKey"]);
  const parameters = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encode("puerta csrf 1"),
  };
  const algorithm = { name: "HMAC", hash: "SHA-256", length: 256 };
  return crypto.subtle.deriveKey(parameters, secret, algorithm, false, ["sign"]);
}

/** Returns the CSRF token of a position for the UTC day of `now` (ms since 1970). */
export async function csrfToken(apiKey: string, positionUuid: string, now: number) {
  const day = new Date(now).toISOString().slice(0, 10);
  const key = await deriveCsrfKey(apiKey);
  return hex(await crypto.subtle.sign("HMAC", key, encode(`csrf ${positionUuid} ${day}`)));
}

/** Whether a token is the position's CSRF token of today or yesterday. */
export async function isValidCsrfToken(
  token: string,
  apiKey: string,
  positionUuid: string,
  now: number,
): Promise<boolean> {
  const [today, yesterday] = await Promise.all([
    csrfToken(apiKey, positionUuid, now),
    csrfToken(apiKey, positionUuid, now - DAY),
  ]);
  const matches = await Promise.all([sameSecret(token, today), sameSecret(token, yesterday)]);
  return matches.includes(true);
}

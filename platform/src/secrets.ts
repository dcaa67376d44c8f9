import { sameSecret } from "~/contract/secret";

const DAY = 24 * 60 * 60 * 1000;

const encode = (text: string) => new TextEncoder().encode(text);

export function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Derives a key for tokens from the API key with HKDF (RFC 5869). The API key itself does not sign tokens, because
 * every page contains a token.
 */
async function deriveKey(apiKey: string, purpose: "csrf" | "preview"): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey("raw", encode(apiKey), "HKDF", false, ["deriveKey"]);
  const parameters = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encode(`puerta ${purpose} 1`),
  };
  const algorithm = { name: "HMAC", hash: "SHA-256", length: 256 };
  return crypto.subtle.deriveKey(parameters, secret, algorithm, false, ["sign"]);
}

/** Returns the CSRF token of a position for the UTC day of `now` (ms since 1970). */
export async function csrfToken(apiKey: string, positionUuid: string, now: number) {
  const day = new Date(now).toISOString().slice(0, 10);
  const key = await deriveKey(apiKey, "csrf");
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

/** How long a preview's link works, in ms. */
export const PREVIEW_MS = DAY;

/** Returns the token that shows a position's or company's draft until `PREVIEW_MS` after `now` (ms since 1970). */
export async function previewToken(apiKey: string, uuid: string, now: number): Promise<string> {
  const until = (now + PREVIEW_MS).toString(36);
  return `${until}-${await signPreview(apiKey, uuid, until)}`;
}

/** Whether a token shows the draft of this position or company at `now`. */
export async function isValidPreviewToken(
  token: string,
  apiKey: string,
  uuid: string,
  now: number,
): Promise<boolean> {
  const [, until = "", signature = ""] = /^([0-9a-z]{1,12})-([0-9a-f]{64})$/.exec(token) ?? [];
  const isSigned = await sameSecret(signature, await signPreview(apiKey, uuid, until));
  return isSigned && Number.parseInt(until, 36) > now;
}

async function signPreview(apiKey: string, uuid: string, until: string): Promise<string> {
  const key = await deriveKey(apiKey, "preview");
  return hex(await crypto.subtle.sign("HMAC", key, encode(`preview ${uuid} ${until}`)));
}

import { hex } from "./secrets";

/** How long the hash of a deleted key is stored, in ms. Applications are not sent again after this time. */
export const DELETED_KEY_MS = 10 * 24 * 60 * 60 * 1000;

/** Returns the SHA-256 of a position's uuid and a key, in hexadecimal. */
export async function hashKey(positionUuid: string, key: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${positionUuid} ${key}`);
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

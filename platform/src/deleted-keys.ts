import { hex } from "./secrets";

/** How long a deleted application's key is stored as a hash, in ms. The site retries for 72 hours by default. */
export const DELETED_KEY_MS = 10 * 24 * 60 * 60 * 1000;

/** Returns the SHA-256 of a position's uuid and a key, in hexadecimal. */
export async function hashKey(positionUuid: string, key: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${positionUuid} ${key}`);
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

import { hex } from "./secrets";

/** How long the hash of a deleted key is stored, in ms. The site and operators resend for less time. */
export const DELETED_KEY_MS = 10 * 24 * 60 * 60 * 1000;

/** The SHA-256 of a key at a position, in hexadecimal. */
export async function hashKey(positionUuid: string, key: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${positionUuid} ${key}`);
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

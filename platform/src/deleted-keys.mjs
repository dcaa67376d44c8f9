// The idempotency keys of deleted applications, for the Worker and for the commands.

/** How long a deleted key is remembered, in ms: as long as the site, or its operator, may send an application. */
export const REMEMBERED_MS = 10 * 24 * 60 * 60 * 1000;

/**
 * The SHA-256 of a key at a position, in hexadecimal.
 *
 * @param {string} positionUuid @param {string} key
 */
export async function keyHash(positionUuid, key) {
  const bytes = new TextEncoder().encode(`${positionUuid} ${key}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The SQL statement that remembers the keys of applications. It runs in the transaction that deletes
 * them.
 *
 * @param {{ position_uuid: string, idempotency_key: string | null }[]} applications
 * @param {number} now in ms since 1970
 */
export async function rememberKeys(applications, now) {
  const hashes = await Promise.all(
    applications.flatMap(({ position_uuid, idempotency_key: key }) =>
      key === null ? [] : [keyHash(position_uuid, key)],
    ),
  );
  return `INSERT OR REPLACE INTO deleted_keys (hash, deleted_at)
    SELECT value, '${new Date(now).toISOString()}' FROM json_each('${JSON.stringify(hashes)}');`;
}

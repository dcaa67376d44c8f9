import { z } from "zod";
import { cvKey, fileKey } from "./files";
import { hashKey, DELETED_KEY_MS } from "./deleted-keys";
import type { Env } from "./env";

/** Maximum number of keys in one call to R2. */
const MAX_KEYS = 1000;

const Rows = z.array(
  z.object({
    id: z.string(),
    position_uuid: z.string(),
    idempotency_key: z.string().nullable(),
    files: z.string().transform((text) => z.array(z.unknown()).parse(JSON.parse(text))),
  }),
);

/**
 * Permanently deletes applications with their files. Stores hashes of their idempotency keys, and returns
 * the number of deleted applications. Rows are deleted last, so that a run after a crash can delete the rest.
 */
export async function deleteApplications(
  { DB, CVS }: Env,
  ids: readonly string[],
  now = Date.now(),
): Promise<number> {
  if (ids.length === 0) return 0;
  const list = JSON.stringify(ids);
  const { results } = await DB.prepare(
    `SELECT id, position_uuid, idempotency_key, files FROM applications
     WHERE id IN (SELECT value FROM json_each(?))`,
  )
    .bind(list)
    .all();
  const rows = Rows.parse(results);
  const keys = rows.flatMap(({ id, files }) => [
    cvKey(id),
    ...files.map((_, index) => fileKey(id, index)),
  ]);
  for (let from = 0; from < keys.length; from += MAX_KEYS) {
    await CVS.delete(keys.slice(from, from + MAX_KEYS));
  }
  const hashes = await Promise.all(
    rows.flatMap(({ position_uuid, idempotency_key: key }) =>
      key === null ? [] : [hashKey(position_uuid, key)],
    ),
  );
  const [, deleted] = await DB.batch([
    DB.prepare(
      `INSERT OR REPLACE INTO deleted_keys (hash, deleted_at)
       SELECT value, ? FROM json_each(?)`,
    ).bind(new Date(now).toISOString(), JSON.stringify(hashes)),
    DB.prepare(
      "DELETE FROM applications WHERE id IN (SELECT value FROM json_each(?)) RETURNING id",
    ).bind(list),
  ]);
  return deleted?.results.length ?? 0;
}

/** Deletes hashes that are older than {@link DELETED_KEY_MS}. `now` is in ms since 1970. */
export async function removeOldKeys({ DB }: Env, now: number): Promise<void> {
  const before = new Date(now - DELETED_KEY_MS).toISOString();
  await DB.prepare("DELETE FROM deleted_keys WHERE deleted_at < ?").bind(before).run();
}

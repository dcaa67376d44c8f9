import * as z from "zod";
import { cvKey, fileKey } from "./files";
import { hashKey, DELETED_KEY_MS } from "./deleted-keys";
import { readDeletions, recordDeletion } from "./deletion-record";
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
export const deleteApplications = (
  env: Env,
  ids: readonly string[],
  now = Date.now(),
): Promise<number> => deleteRows(env, ids, { now, isRecorded: false });

/**
 * Repeats deletions that the database lacks because it was restored to an earlier time. Returns the number of
 * deleted applications, and whether there are more.
 */
export async function repeatDeletions(
  env: Env,
  now: number,
): Promise<{ deleted: number; isLast: boolean }> {
  const { DB } = env;
  const { ids, keys, checkedTo, isLast } = await readDeletions(env, now);
  await storeKeys(env, keys).run();
  // An application that was restored, or sent again before its key was stored, can have a different id.
  const { results } = await DB.prepare(
    `SELECT id, position_uuid, idempotency_key FROM applications
     WHERE id IN (SELECT value FROM json_each(?1)) OR idempotency_key IS NOT NULL AND created_at > ?2`,
  )
    .bind(JSON.stringify(ids), new Date(now - RECENT_MS).toISOString())
    .all<{ id: string; position_uuid: string; idempotency_key: string | null }>();
  const [deletedIds, deletedKeys] = [new Set(ids), new Set(keys.map(({ hash }) => hash))];
  const found: string[] = [];
  for (const { id, position_uuid, idempotency_key: key } of ids.length > 0 ? results : []) {
    const isDeleted =
      deletedIds.has(id) || (key !== null && deletedKeys.has(await hashKey(position_uuid, key)));
    if (isDeleted) found.push(id);
  }
  const deleted = await deleteRows(env, found, { now, isRecorded: true });
  await DB.prepare("INSERT OR REPLACE INTO deletion_checks (id, checked_to) VALUES (1, ?)")
    .bind(checkedTo)
    .run();
  if (deleted > 0) console.log(`Restored applications deleted again: ${deleted}`);
  return { deleted, isLast };
}

/** An application that was sent again under a deleted key arrived within this time, in ms. */
const RECENT_MS = 2 * 60 * 60 * 1000;

/** Keys that are already stored keep their time. */
const storeKeys = ({ DB }: Env, keys: readonly { hash: string; at: string }[]) =>
  DB.prepare(
    `INSERT OR IGNORE INTO deleted_keys (hash, deleted_at)
     SELECT value ->> 'hash', value ->> 'at' FROM json_each(?)`,
  ).bind(JSON.stringify(keys));

async function deleteRows(
  env: Env,
  ids: readonly string[],
  { now, isRecorded }: { now: number; isRecorded: boolean },
): Promise<number> {
  const { DB, CVS } = env;
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
  const hashes = await Promise.all(
    rows.flatMap(({ position_uuid, idempotency_key: key }) =>
      key === null ? [] : [hashKey(position_uuid, key)],
    ),
  );
  if (!isRecorded) await recordDeletion(env, { ids: rows.map(({ id }) => id), keys: hashes }, now);
  for (let from = 0; from < keys.length; from += MAX_KEYS) {
    await CVS.delete(keys.slice(from, from + MAX_KEYS));
  }
  const [, deleted] = await DB.batch([
    storeKeys(
      env,
      hashes.map((hash) => ({ hash, at: new Date(now).toISOString() })),
    ),
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

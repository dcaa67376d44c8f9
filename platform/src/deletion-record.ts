import * as z from "zod";
import type { Env } from "./env";
import { createdAt, createId, idPrefix } from "./files";

const FOLDER = "deleted/";

/** How long a deletion is recorded, in ms. An older backup must not be restored. */
export const RECORD_MS = 400 * 24 * 60 * 60 * 1000;

/** Records whose time is this close to the last check are read again. */
const OVERLAP_MS = 60 * 60 * 1000;

/** Maximum number of records that one call applies. The next call continues. The free plan allows 50 subrequests. */
const MAX_RECORDS = 30;
const MAX_CONNECTIONS = 5;

/** `ids` of deleted applications, and `keys`: the hashes of their idempotency keys. */
const Record = z.object({
  version: z.literal(1),
  ids: z.array(z.string()),
  keys: z.array(z.string()),
});

/**
 * Records deletions outside the database, so that they can be repeated if the database is restored to an earlier time.
 * The records contain no candidate data.
 */
export async function recordDeletion(
  { CVS }: Env,
  deleted: { ids: readonly string[]; keys: readonly string[] },
  now: number,
): Promise<void> {
  await CVS.put(FOLDER + createId(now), JSON.stringify({ version: 1, ...deleted }));
}

/**
 * Reads the deletions that were recorded since the last check.
 *
 * @returns `checkedTo`: the time for the next check, in ms since 1970. `isLast`: whether no more follow
 */
export async function readDeletions({ DB, CVS }: Env, now: number) {
  const from =
    (await DB.prepare("SELECT checked_to FROM deletion_checks").first<number>("checked_to")) ?? 0;
  const startAfter = FOLDER + idPrefix(Math.max(0, from - OVERLAP_MS));
  const { objects, truncated } = await CVS.list({ prefix: FOLDER, startAfter, limit: MAX_RECORDS });
  const keys = objects.map(({ key }) => key);
  const ids: string[] = [];
  const deletedKeys: { hash: string; at: string }[] = [];
  for (let at = 0; at < keys.length; at += MAX_CONNECTIONS) {
    const some = keys.slice(at, at + MAX_CONNECTIONS);
    const bodies = await Promise.all(some.map(async (key) => (await CVS.get(key))?.json()));
    for (const [index, body] of bodies.entries()) {
      const { data } = Record.safeParse(body);
      const at = new Date(createdAt((some[index] ?? "").slice(FOLDER.length))).toISOString();
      ids.push(...(data?.ids ?? []));
      deletedKeys.push(...(data?.keys ?? []).map((hash) => ({ hash, at })));
    }
  }
  const last = keys.at(-1)?.slice(FOLDER.length);
  // Without the last record's time, a page of records within `OVERLAP_MS` would be read repeatedly.
  const checkedTo = truncated && last !== undefined ? createdAt(last) + OVERLAP_MS : now;
  return { ids, keys: deletedKeys, checkedTo, isLast: !truncated };
}

/** Deletes records that are older than {@link RECORD_MS}. */
export async function removeOldRecords({ CVS }: Env, now: number): Promise<void> {
  const end = FOLDER + idPrefix(now - RECORD_MS);
  const { objects } = await CVS.list({ prefix: FOLDER });
  const old = objects.map(({ key }) => key).filter((key) => key < end);
  if (old.length > 0) await CVS.delete(old);
}

import { z } from "zod";
import { cvKey, fileKey } from "./applications";
import type { Env } from "./env";

/** The bucket takes so many keys in one call. */
const KEYS_AT_ONCE = 1000;

const Deleted = z.array(
  z.object({
    id: z.string(),
    cv_name: z.string().nullable(),
    files: z.string().transform((text) => z.array(z.unknown()).parse(JSON.parse(text))),
  }),
);

/**
 * Deletes applications for good: their rows, and their CVs and other files. Ids that there are not are
 * passed over.
 *
 * The rows go first, and leave the ids in `unclaimed_cvs`, in the same transaction: if the Worker
 * crashes before the files are gone, `sweep` deletes them.
 *
 * @returns how many applications there were
 */
export async function deleteApplications(
  { DB, CVS }: Env,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const listed = JSON.stringify(ids);
  const these = "id IN (SELECT value FROM json_each(?1))";
  const [, rows] = await DB.batch([
    // As old as can be: the next sweep may take them.
    DB.prepare(
      `INSERT INTO unclaimed_cvs (id, created_at)
       SELECT id, '1970-01-01T00:00:00.000Z' FROM applications WHERE ${these}
       ON CONFLICT DO NOTHING`,
    ).bind(listed),
    DB.prepare(`DELETE FROM applications WHERE ${these} RETURNING id, cv_name, files`).bind(listed),
  ]);
  const deleted = Deleted.parse(rows?.results);
  const keys = deleted.flatMap(({ id, cv_name, files }) => [
    ...(cv_name === null ? [] : [cvKey(id)]),
    ...files.map((_, index) => fileKey(id, index)),
  ]);
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    await CVS.delete(keys.slice(at, at + KEYS_AT_ONCE));
  }
  await DB.prepare(`DELETE FROM unclaimed_cvs WHERE ${these}`)
    .bind(JSON.stringify(deleted.map(({ id }) => id)))
    .run();
  return deleted.length;
}

import { z } from "zod";
import { cvKey, fileKey } from "./applications";
import type { Env } from "./env";

/** R2 deletes at most a thousand objects in a call. */
const MOST_KEYS = 1000;

const Rows = z.array(
  z.object({
    id: z.string(),
    files: z.string().transform((text) => z.array(z.unknown()).parse(JSON.parse(text))),
  }),
);

/**
 * Deletes applications for good, with their CVs and other files, and returns how many there were. The
 * files go first, the rows last: after a crash in between the rows still say what is left to do, and
 * doing it once more does no harm.
 */
export async function deleteApplications(
  { DB, CVS }: Env,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const list = JSON.stringify(ids);
  const { results } = await DB.prepare(
    "SELECT id, files FROM applications WHERE id IN (SELECT value FROM json_each(?))",
  )
    .bind(list)
    .all();
  const keys = Rows.parse(results).flatMap(({ id, files }) => [
    cvKey(id),
    ...files.map((_, index) => fileKey(id, index)),
  ]);
  for (let from = 0; from < keys.length; from += MOST_KEYS) {
    await CVS.delete(keys.slice(from, from + MOST_KEYS));
  }
  const { results: deleted } = await DB.prepare(
    "DELETE FROM applications WHERE id IN (SELECT value FROM json_each(?)) RETURNING id",
  )
    .bind(list)
    .all();
  return deleted.length;
}

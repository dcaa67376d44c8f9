import * as z from "zod";
import type { ListedJob } from "./system-interface";

const KnownJobRow = z.object({
  name: z.string(),
  location: z.string().nullable(),
  contract_type: z.string().nullable(),
});

/** Facts that describe a job after it is closed. */
export type KnownJob = z.infer<typeof KnownJobRow>;

/** How long a job is stored after the board last listed it, in ms. */
const KNOWN_JOB_MS = 365 * 24 * 60 * 60 * 1000;

export class KnownJobs {
  constructor(private readonly storage: Pick<DurableObjectStorage, "sql">) {
    storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS seen_1
         (there TEXT PRIMARY KEY, name TEXT, location TEXT, contract_type TEXT, at INTEGER)`,
    );
  }

  /** Stores the listed jobs, and deletes old ones. An unchanged job is written at most once a day. */
  store(jobs: readonly ListedJob[]): void {
    const now = Date.now();
    const day = now - (now % 86_400_000);
    for (const { externalId, name, location = null, contract_type = null } of jobs) {
      this.storage.sql.exec(
        `INSERT INTO seen_1 VALUES (?, ?, ?, ?, ?) ON CONFLICT (there) DO UPDATE
           SET name = excluded.name, location = excluded.location,
             contract_type = excluded.contract_type, at = excluded.at
           WHERE (name, location, contract_type, at)
             IS NOT (excluded.name, excluded.location, excluded.contract_type, excluded.at)`,
        ...[externalId, name, location, contract_type, day],
      );
    }
    this.storage.sql.exec("DELETE FROM seen_1 WHERE at < ?", now - KNOWN_JOB_MS);
  }

  find(externalId: string): KnownJob | undefined {
    const [row] = this.storage.sql
      .exec("SELECT name, location, contract_type FROM seen_1 WHERE there = ?", externalId)
      .toArray();
    return row && KnownJobRow.parse(row);
  }
}

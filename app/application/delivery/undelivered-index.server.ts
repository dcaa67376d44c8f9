import { DurableObject } from "cloudflare:workers";
import { entrySchema, type UndeliveredEntry } from "./undelivered";

/** The most that one list names. */
const LIST_LIMIT = 1000;

/**
 * The applications that wait for the platform or have failed, by receipt id. There is one such object
 * for the site, because Durable Objects cannot be listed. Each application keeps its own entry right.
 */
export class UndeliveredIndex extends DurableObject {
  put(entry: UndeliveredEntry): void {
    this.#createTable();
    const { receiptId, state, clientUuid, positionUuid, sentAt, attempts, lastStatus, dueAt } =
      entry;
    this.ctx.storage.sql.exec(
      "INSERT OR REPLACE INTO undelivered VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      receiptId,
      state,
      clientUuid,
      positionUuid,
      sentAt,
      attempts,
      lastStatus,
      dueAt,
    );
  }

  remove(receiptId: string): void {
    this.#createTable();
    this.ctx.storage.sql.exec("DELETE FROM undelivered WHERE receiptId = ?", receiptId);
  }

  /**
   * The entries, the oldest first, at most `LIST_LIMIT`; `total` counts all of them.
   *
   * @param prefix hexadecimal: only entries whose receipt id begins so
   */
  list(prefix = ""): { total: number; applications: UndeliveredEntry[] } {
    this.#createTable();
    const { sql } = this.ctx.storage;
    // "g" sorts behind every hexadecimal digit.
    const range = [prefix, `${prefix}g`];
    const [count] = sql
      .exec<{ total: number }>(
        "SELECT count(*) AS total FROM undelivered WHERE receiptId BETWEEN ? AND ?",
        ...range,
      )
      .toArray();
    const rows = sql
      .exec(
        "SELECT * FROM undelivered WHERE receiptId BETWEEN ? AND ? ORDER BY sentAt LIMIT ?",
        ...range,
        LIST_LIMIT,
      )
      .toArray();
    return { total: count?.total ?? 0, applications: rows.flatMap(entryIn) };
  }

  #createTable(): void {
    this.ctx.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS undelivered (
        receiptId TEXT PRIMARY KEY,
        state TEXT NOT NULL,
        clientUuid TEXT NOT NULL,
        positionUuid TEXT NOT NULL,
        sentAt INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        lastStatus INTEGER,
        dueAt INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS undelivered_by_time ON undelivered (sentAt);
    `);
  }
}

/** A row as an entry; none if only another build can read the row. */
function entryIn(row: unknown): UndeliveredEntry[] {
  const { data } = entrySchema.safeParse(row);
  if (!data) console.error("A row of the index of undelivered applications cannot be read");
  return data ? [data] : [];
}

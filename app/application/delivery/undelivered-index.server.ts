import { DurableObject } from "cloudflare:workers";

/** What an operator sees of an application that has not been delivered; nothing of the candidate's. */
export interface UndeliveredEntry {
  receiptId: string;
  state: "waiting" | "failed";
  clientUuid: string;
  positionUuid: string;
  /** ms since 1970. */
  sentAt: number;
  attempts: number;
  /** The platform's last answer; null where it gave none. */
  lastStatus: number | null;
  /** The next attempt, or until when a failed one is kept: ms since 1970. */
  dueAt: number;
}

/** The most that one list names. */
const LIST_LIMIT = 1000;

/**
 * The applications that wait for the platform or have failed, by their public names: Durable
 * Objects can't be listed. One object for the whole site, which each application keeps true
 * for itself.
 */
export class UndeliveredIndex extends DurableObject {
  put(entry: UndeliveredEntry): void {
    this.#createTable();
    const { receiptId, state, clientUuid, positionUuid, sentAt, attempts, lastStatus, dueAt } =
      entry;
    this.ctx.storage.sql.exec(
      "INSERT OR REPLACE INTO undelivered VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      ...[receiptId, state, clientUuid, positionUuid, sentAt, attempts, lastStatus, dueAt],
    );
  }

  remove(receiptId: string): void {
    this.#createTable();
    this.ctx.storage.sql.exec("DELETE FROM undelivered WHERE receiptId = ?", receiptId);
  }

  /**
   * The oldest first, and how many there are.
   *
   * @param prefix only those whose public names begin so, in hexadecimal
   */
  list(prefix = ""): { total: number; applications: UndeliveredEntry[] } {
    this.#createTable();
    const { sql } = this.ctx.storage;
    // "g" comes behind every digit.
    const range = [prefix, `${prefix}g`];
    const [count] = sql
      .exec<{ total: number }>(
        "SELECT count(*) AS total FROM undelivered WHERE receiptId BETWEEN ? AND ?",
        ...range,
      )
      .toArray();
    const applications = sql
      // Its columns are an entry's fields.
      .exec(
        "SELECT * FROM undelivered WHERE receiptId BETWEEN ? AND ? ORDER BY sentAt LIMIT ?",
        ...range,
        LIST_LIMIT,
      )
      .toArray() as unknown as UndeliveredEntry[];
    return { total: count?.total ?? 0, applications };
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

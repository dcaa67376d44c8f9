import { DurableObject } from "cloudflare:workers";
import * as z from "zod";
import { withTimeout } from "~/app/runtime/deadline.server";
import { formatError } from "~/app/runtime/log.server";
import { readSettings } from "~/app/config/settings.server";
import { receiptNumber } from "../model/receipt";
import { getObjects, type ObjectsEnv } from "./objects.server";
import { UnknownStorageError } from "./state";
import { entrySchema, type Cursor, type UndeliveredEntry } from "./undelivered";

export interface IndexQuery {
  /** Hexadecimal prefix of receipt ids. */
  prefix: string;
  /** The entry before the first listed entry. */
  after?: Cursor | undefined;
  limit: number;
  /** Time in ms since 1970. Older entries are deleted, because their receipts have expired. */
  sentSince: number;
}

/** An alarm that is overdue by more than this time may be lost. */
const LATE_AFTER_MS = 30_000;
const WAKE_EVERY_MS = 60_000;
const WAKE_TIMEOUT_MS = 5000;
const WAKE_UNREADABLE_EVERY_MS = 10 * 60_000;
/** Maximum number of applications to wake per run. */
const MAX_WOKEN = 100;

const deliveriesSchema = z.array(z.tuple([z.number(), z.number()])).catch([]);
type Deliveries = z.infer<typeof deliveriesSchema>;

const BUCKET_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const INDEX_VERSION = 1;

const TABLES = `
  CREATE TABLE undelivered (
    receiptId TEXT PRIMARY KEY, state TEXT NOT NULL, reason TEXT,
    clientUuid TEXT NOT NULL, positionUuid TEXT NOT NULL, sentAt INTEGER NOT NULL,
    attempts INTEGER NOT NULL, lastStatus INTEGER, dueAt INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX undelivered_by_time ON undelivered (sentAt);
`;

/**
 * A shard of the operator's index of waiting, failed and unconfirmed applications. The index exists because
 * Durable Objects cannot be listed. Each application keeps its own entry up to date.
 */
export class UndeliveredIndex extends DurableObject<ObjectsEnv> {
  #wokenAt = 0;
  /** Times at which to retry waking applications whose storage could not be read. */
  readonly #unreadable = new Map<string, number>();

  put(entry: UndeliveredEntry): void {
    const { receiptId, state, reason, clientUuid, positionUuid } = entry;
    const { sentAt, attempts, lastStatus, dueAt } = entry;
    this.#sql.exec(
      "INSERT OR REPLACE INTO undelivered VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ...[receiptId, state, reason, clientUuid, positionUuid, sentAt, attempts, lastStatus, dueAt],
    );
  }

  remove(receiptId: string): void {
    this.#sql.exec("DELETE FROM undelivered WHERE receiptId = ?", receiptId);
  }

  find(receiptId: string): UndeliveredEntry | undefined {
    const query = "SELECT * FROM undelivered WHERE receiptId = ?";
    return this.#sql.exec(query, receiptId).toArray().flatMap(parseEntry)[0];
  }

  /** Lists an application as lost until an operator drops it. Removes the entry if the receipt has expired. */
  markLost(receiptId: string): void {
    const entry = this.find(receiptId);
    if (!entry) return;
    const now = Date.now();
    if (entry.sentAt + readSettings(this.env).RECEIPT_MS <= now) {
      this.remove(receiptId);
      return;
    }
    if (entry.state !== "lost") {
      console.error(`Application ${receiptNumber(receiptId)} is lost: its storage is empty`);
    }
    this.put({ ...entry, state: "lost", reason: null, dueAt: now + HOUR_MS });
  }

  /** Returns a page of entries, oldest first. `total` counts all entries with the prefix. */
  list({ prefix, after, limit, sentSince }: IndexQuery) {
    const sql = this.#sql;
    sql.exec("DELETE FROM undelivered WHERE sentAt < ?", sentSince);
    // "g" sorts after every hexadecimal digit.
    const range = [prefix, `${prefix}g`];
    const { total } = sql
      .exec<{ total: number }>(
        "SELECT count(*) AS total FROM undelivered WHERE receiptId BETWEEN ? AND ?",
        ...range,
      )
      .one();
    const rows = sql
      .exec(
        `SELECT * FROM undelivered
          WHERE receiptId BETWEEN ? AND ? AND (sentAt, receiptId) > (?, ?)
          ORDER BY sentAt, receiptId LIMIT ?`,
        ...[...range, after?.sentAt ?? 0, after?.receiptId ?? "", limit],
      )
      .toArray();
    return { total, applications: rows.flatMap(parseEntry), hasMore: rows.length === limit };
  }

  /** Reads the operator's open incidents. Only the `alerts` object stores them. */
  readAlerts(): string | undefined {
    const stored = this.ctx.storage.kv.get("alerts");
    return typeof stored === "string" ? stored : undefined;
  }

  /** @param alerts JSON */
  writeAlerts(alerts: string): void {
    if (this.readAlerts() !== alerts) this.ctx.storage.kv.put("alerts", alerts);
  }

  countDelivery(): void {
    const slot = bucketStart(Date.now());
    const counts = new Map(this.#deliveries.filter(([start]) => start > slot - DAY_MS));
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
    this.ctx.storage.kv.put("deliveries", [...counts] satisfies Deliveries);
  }

  /**
   * Counts the entries by state, those overdue by an hour, and the deliveries of the last hour and day. Also wakes
   * overdue applications, at most once a minute.
   */
  counts(sentSince: number) {
    if (Date.now() - this.#wokenAt >= WAKE_EVERY_MS) this.ctx.waitUntil(this.wakeOverdue());
    const sql = this.#sql;
    const slot = bucketStart(Date.now());
    const countDelivered = (ms: number) =>
      this.#deliveries.reduce((sum, [start, count]) => sum + (start > slot - ms ? count : 0), 0);
    return {
      states: sql
        .exec<{ state: string; count: number; oldest: number }>(
          `SELECT state, count(*) AS count, min(sentAt) AS oldest FROM undelivered
            WHERE sentAt >= ? GROUP BY state`,
          sentSince,
        )
        .toArray(),
      overdue: sql
        .exec<{ count: number }>(
          "SELECT count(*) AS count FROM undelivered WHERE sentAt >= ? AND dueAt < ?",
          ...[sentSince, Date.now() - HOUR_MS],
        )
        .one().count,
      delivered: { hour: countDelivered(HOUR_MS), day: countDelivered(DAY_MS) },
    };
  }

  /** Wakes applications whose alarm may be lost, most overdue first. Never throws. */
  async wakeOverdue(): Promise<void> {
    const now = (this.#wokenAt = Date.now());
    try {
      const later = [...this.#unreadable].filter(([, at]) => at > now).map(([id]) => id);
      const overdue = this.#sql.exec<{ receiptId: string }>(
        `SELECT receiptId FROM undelivered
          WHERE dueAt < ? AND receiptId NOT IN (SELECT value FROM json_each(?))
          ORDER BY dueAt LIMIT ?`,
        ...[now - LATE_AFTER_MS, JSON.stringify(later), MAX_WOKEN],
      );
      await Promise.all(overdue.toArray().map(({ receiptId }) => this.#wake(receiptId)));
    } catch (error) {
      console.error("Overdue applications could not be woken:", formatError(error));
    }
  }

  /** Wakes an application. Then postpones, changes or removes its entry. A failure leaves the entry overdue. */
  async #wake(receiptId: string): Promise<void> {
    let next: number | "lost" | undefined;
    try {
      const application = getObjects(this.env).application(receiptId);
      next = await withTimeout(WAKE_TIMEOUT_MS, async () => application.wake());
    } catch (error) {
      const number = receiptNumber(receiptId);
      console.error(`Application ${number} is overdue and could not be woken:`, formatError(error));
      this.#unreadable.set(receiptId, Date.now() + WAKE_UNREADABLE_EVERY_MS);
      return;
    }
    this.#unreadable.delete(receiptId);
    const later = "UPDATE undelivered SET dueAt = ? WHERE receiptId = ?";
    if (next === undefined) this.remove(receiptId);
    else if (next === "lost") this.markLost(receiptId);
    else this.#sql.exec(later, Math.max(next, Date.now()), receiptId);
  }

  get #deliveries(): Deliveries {
    return deliveriesSchema.parse(this.ctx.storage.kv.get("deliveries"));
  }

  /** The SQL storage with its tables. @throws UnknownStorageError if a newer build stored the data */
  get #sql(): SqlStorage {
    const { kv, sql } = this.ctx.storage;
    const version = kv.get("version");
    if (version === INDEX_VERSION) return sql;
    if (version !== undefined) {
      const newer = "A shard of the index was stored by a newer build";
      console.error(newer);
      throw new UnknownStorageError(newer);
    }
    sql.exec(TABLES);
    kv.put("version", INDEX_VERSION);
    return sql;
  }
}

const bucketStart = (now: number) => now - (now % BUCKET_MS);

/** Parses a row. @returns an empty list if the row is invalid */
function parseEntry(row: unknown): UndeliveredEntry[] {
  const { data } = entrySchema.safeParse(row);
  if (!data) console.error("A row of the undelivered index is invalid");
  return data ? [data] : [];
}

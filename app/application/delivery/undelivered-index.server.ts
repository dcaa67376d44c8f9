import { DurableObject } from "cloudflare:workers";
import { within } from "../../runtime/deadline.server";
import { faultLine } from "../../runtime/fault.server";
import { deliveredLately, deliveriesIn, oneMore, type Delivered } from "./deliveries";
import { objectsOf, type ApplicationEnv } from "./objects.server";
import { UnknownStorageError } from "./state";
import { entrySchema, type Place, type UndeliveredEntry } from "./undelivered";

/** Which entries are asked for. */
export interface IndexQuery {
  /** Hexadecimal: only entries whose receipt id begins so. */
  prefix: string;
  /** Only those behind this place; undefined from the oldest on. */
  after?: Place | undefined;
  /** The most that are named. */
  limit: number;
  /** ms since 1970. What was sent before has no receipt any more: its entry is deleted. */
  sentSince: number;
}

export interface IndexAnswer {
  /** All that begin with the prefix, also those before the place. */
  total: number;
  /** The oldest first. */
  applications: UndeliveredEntry[];
  /** Whether there may be more behind them. */
  hasMore: boolean;
}

/** How many entries there are of a state, and when the oldest of them was sent, in ms since 1970. */
interface StateCount {
  state: string;
  count: number;
  oldest: number;
}

export interface IndexCounts {
  /** Only states that have entries. */
  states: StateCount[];
  /** Undefined if another build counts them in a shape of its own. */
  delivered: Delivered | undefined;
}

/** How late an alarm must be before the index wakes its application, in ms. */
const LATE_AFTER_MS = 30_000;
const WAKE_EVERY_MS = 60_000;
/** The most applications that one run wakes. */
const WOKEN_MOST = 100;
/** How long each of them has to answer, in ms. */
const WAKE_TIMEOUT_MS = 5000;

/** The version of the table. */
const INDEX_VERSION = 1;

const TABLE = `
  CREATE TABLE undelivered (
    receiptId TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    reason TEXT,
    clientUuid TEXT NOT NULL,
    positionUuid TEXT NOT NULL,
    sentAt INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    lastStatus INTEGER,
    dueAt INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX undelivered_by_time ON undelivered (sentAt);
`;

/**
 * A shard of the index: applications that wait for the platform, have failed, or are unconfirmed, by
 * receipt id, because Durable Objects cannot be listed. Each application keeps its own entry right.
 * Of those that were delivered it has the number alone. The first `put` creates the table.
 */
export class UndeliveredIndex extends DurableObject<ApplicationEnv> {
  #wokenAt = 0;

  put(entry: UndeliveredEntry): void {
    this.#createTable();
    const { receiptId, state, reason, clientUuid, positionUuid } = entry;
    this.ctx.storage.sql.exec(
      `INSERT OR REPLACE INTO undelivered
        (receiptId, state, reason, clientUuid, positionUuid, sentAt, attempts, lastStatus, dueAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      receiptId,
      state,
      reason,
      clientUuid,
      positionUuid,
      entry.sentAt,
      entry.attempts,
      entry.lastStatus,
      entry.dueAt,
    );
  }

  remove(receiptId: string): void {
    if (!this.#hasTable()) return;
    this.ctx.storage.sql.exec("DELETE FROM undelivered WHERE receiptId = ?", receiptId);
  }

  list({ prefix, after, limit, sentSince }: IndexQuery): IndexAnswer {
    if (!this.#hasTable()) return { total: 0, applications: [], hasMore: false };
    const { sql } = this.ctx.storage;
    sql.exec("DELETE FROM undelivered WHERE sentAt < ?", sentSince);
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
        `SELECT * FROM undelivered
          WHERE receiptId BETWEEN ? AND ? AND (sentAt, receiptId) > (?, ?)
          ORDER BY sentAt, receiptId LIMIT ?`,
        ...range,
        after?.sentAt ?? 0,
        after?.receiptId ?? "",
        limit,
      )
      .toArray();
    return {
      total: count?.total ?? 0,
      applications: rows.flatMap(entryIn),
      hasMore: rows.length === limit,
    };
  }

  /** One more application was delivered. */
  countDelivery(): void {
    const { kv } = this.ctx.storage;
    const deliveries = deliveriesIn(kv.get("deliveries"));
    if (deliveries) kv.put("deliveries", oneMore(deliveries, Date.now()));
    else console.warn("Deliveries are counted as another build does: this one is left out");
  }

  /**
   * Wakes applications whose time has passed, the most overdue first: their alarm may be lost. Those that
   * were woken go to the end of the queue. Never throws.
   */
  async wakeOverdue(): Promise<void> {
    this.#wokenAt = Date.now();
    try {
      await Promise.all(this.#overdue().map((receiptId) => this.#wake(receiptId)));
    } catch (error) {
      console.error("Overdue applications could not be woken:", faultLine(error));
    }
  }

  #overdue(): string[] {
    if (!this.#hasTable()) return [];
    return this.ctx.storage.sql
      .exec<{ receiptId: string }>(
        "SELECT receiptId FROM undelivered WHERE dueAt < ? ORDER BY dueAt LIMIT ?",
        Date.now() - LATE_AFTER_MS,
        WOKEN_MOST,
      )
      .toArray()
      .map(({ receiptId }) => receiptId);
  }

  async #wake(receiptId: string): Promise<void> {
    const application = objectsOf(this.env).application(receiptId);
    let dueAt: number | undefined = 0;
    try {
      dueAt = await within(WAKE_TIMEOUT_MS, async () => application.wake());
    } catch (error) {
      console.error("An overdue application could not be woken:", faultLine(error));
    }
    if (dueAt === undefined) this.remove(receiptId);
    else {
      this.ctx.storage.sql.exec(
        "UPDATE undelivered SET dueAt = ? WHERE receiptId = ?",
        Math.max(dueAt, Date.now()),
        receiptId,
      );
    }
  }

  /**
   * How many there are of each state; of what was delivered if it can tell. What is overdue is woken, once
   * a minute at most.
   *
   * @param sentSince as in `list`
   */
  counts(sentSince: number): IndexCounts {
    if (Date.now() - this.#wokenAt >= WAKE_EVERY_MS) this.ctx.waitUntil(this.wakeOverdue());
    const deliveries = deliveriesIn(this.ctx.storage.kv.get("deliveries"));
    return {
      states: this.#stateCounts(sentSince),
      delivered: deliveries && deliveredLately(deliveries, Date.now()),
    };
  }

  #stateCounts(sentSince: number): StateCount[] {
    if (!this.#hasTable()) return [];
    return this.ctx.storage.sql
      .exec<{ state: string; count: number; oldest: number }>(
        `SELECT state, count(*) AS count, min(sentAt) AS oldest FROM undelivered
          WHERE sentAt >= ? GROUP BY state`,
        sentSince,
      )
      .toArray();
  }

  /**
   * Whether anything was put here.
   *
   * @throws UnknownStorageError if a newer build stored it; it is left alone
   */
  #hasTable(): boolean {
    const version = this.ctx.storage.kv.get("version");
    if (version === undefined || version === INDEX_VERSION) return version !== undefined;
    const message = "A shard of the index was stored by a newer build";
    console.error(message);
    throw new UnknownStorageError(message);
  }

  #createTable(): void {
    if (this.#hasTable()) return;
    this.ctx.storage.transactionSync(() => {
      this.ctx.storage.sql.exec(TABLE);
      this.ctx.storage.kv.put("version", INDEX_VERSION);
    });
  }
}

/** A row as an entry; none if only another build can read the row. */
function entryIn(row: unknown): UndeliveredEntry[] {
  const { data } = entrySchema.safeParse(row);
  if (!data) console.error("A row of the index of undelivered applications cannot be read");
  return data ? [data] : [];
}

import { DurableObject } from "cloudflare:workers";
import { placeIn, type Region } from "../config/region";
import { BoundedMap } from "../runtime/bounded-map";
import { delay, withTimeout } from "../runtime/deadline.server";
import { formatError } from "../runtime/log.server";
import {
  addEarlier,
  companyRecordKey,
  knowsPurgesUntil,
  verificationSchema,
  type CompanyRecord,
  type Verification,
} from "./company-record";
import { isolateWork, type WaitUntil } from "./shared-work.server";

/** Minimum time between two writes of a key in Workers KV, in ms. */
const REWRITE_MS = 1100;

/** Time limit of a write in Workers KV, and how long a purge waits for its publication, in ms. */
const WRITE_MS = 5000;
const PUBLISH_WAIT_MS = 2000;

/**
 * Stores the time of a client's last purge, and the last verification of its stored pages. Each client has its own
 * object, which alone writes the client's record in the shared store. Times are in ms since 1970.
 */
export class PurgeTime extends DurableObject<{ PAGES?: KVNamespace }> {
  #publishing: Promise<void> = Promise.resolve();
  /** The write that has yet to begin. */
  #next: Promise<void> | undefined;

  /** Records a purge of the client's data. @returns the time of the purge */
  async purge(): Promise<number> {
    const now = Date.now();
    this.ctx.storage.kv.put("purgedAt", now);
    await Promise.race([this.#publish(), delay(PUBLISH_WAIT_MS, undefined)]);
    return now;
  }

  /** Records a verification of the client's stored pages. */
  async verify(verification: Verification): Promise<void> {
    this.ctx.storage.kv.put("verification", addEarlier(verification, this.#verification()));
    await this.#publish();
  }

  #verification(): Verification | undefined {
    return verificationSchema.safeParse(this.ctx.storage.kv.get("verification")).data;
  }

  /** Writes the record. Writes follow each other, so that the last one has the latest state. Never rejects. */
  #publish(): Promise<void> {
    this.#next ??= this.#publishing.then(() => {
      this.#next = undefined;
      return this.#write();
    });
    this.#publishing = this.#next;
    return this.#next;
  }

  async #write(): Promise<void> {
    const stored = this.#verification();
    if (!stored) return;
    const { names, failed: _, ...verification } = stored;
    const record: CompanyRecord = { ...verification, purgedAt: this.purgedAt() };
    const write = async () => {
      for (const name of names) {
        await this.env.PAGES?.put(companyRecordKey(name), JSON.stringify(record));
      }
    };
    try {
      await withTimeout(WRITE_MS, write).catch(() =>
        delay(REWRITE_MS, undefined).then(() => withTimeout(WRITE_MS, write)),
      );
    } catch (error) {
      console.error("A company's record could not be written:", formatError(error));
    }
  }

  /** The time of the last purge; 0 if the client was never purged. */
  purgedAt(): number {
    const stored = this.ctx.storage.kv.get("purgedAt");
    return typeof stored === "number" ? stored : 0;
  }
}

/** How long an isolate uses a purge time before it requests the time again, in ms. */
const RECHECK_MS = 60_000;

/** How long after a page was read, or its client's purge time was requested, the page is served at once, in ms. */
const SURE_MS = 2 * 60_000;

/** How long a request waits for the object, in ms. */
const WAIT_MS = 500;

/** Tolerated difference between the clocks of two data centres, in ms. */
const CLOCK_SKEW_MS = 1000;

/** Each client's last known purge, and when this isolate last requested the time, in ms since 1970. */
const known = new BoundedMap<string, { purgedAt: number; askedAt: number }>(10_000);

export type Purges = ReturnType<typeof createPurges>;

/**
 * Creates functions that purge clients' pages. A purge invalidates pages whose data was read before it.
 *
 * Source: decision 0053.
 */
export function createPurges(
  times: DurableObjectNamespace<PurgeTime>,
  waitUntil: WaitUntil,
  region?: Region,
) {
  const getObject = (clientUuid: string) =>
    times.get(times.idFromName(clientUuid), placeIn(region));
  const remember = (clientUuid: string, purgedAt: number, askedAt: number) => {
    // Responses from the object can arrive out of order.
    const before = known.get(clientUuid);
    known.set(clientUuid, {
      purgedAt: Math.max(purgedAt, before?.purgedAt ?? 0),
      askedAt: Math.max(askedAt, before?.askedAt ?? 0),
    });
  };

  const isRecent = (clientUuid: string) =>
    Date.now() - (known.get(clientUuid)?.askedAt ?? 0) < RECHECK_MS;

  /** Requests the time of a client's last purge, unless this isolate did so within the last minute. Never rejects. */
  function refresh(clientUuid: string): Promise<void> {
    if (isRecent(clientUuid)) return Promise.resolve();
    const askedAt = Date.now();
    const pending = getObject(clientUuid)
      .purgedAt()
      .then((purgedAt) => remember(clientUuid, purgedAt, askedAt))
      .catch(() => undefined);
    // The next request can use a late response.
    waitUntil(pending);
    return pending;
  }

  return {
    refresh,

    /** Learns the last purge from a client's record. @param readAt when the record was read from the shared store */
    learn: (record: CompanyRecord, readAt: number) =>
      remember(record.clientUuid, record.purgedAt, knowsPurgesUntil(record, readAt)),

    /** Records a verification of a client's stored pages. */
    verify: (verification: Verification) => getObject(verification.clientUuid).verify(verification),

    /**
     * Purges a client's pages at once in this isolate, and within two minutes everywhere else. Rejects if the
     * purge cannot be stored.
     */
    async purge(clientUuid: string): Promise<void> {
      const askedAt = Date.now();
      remember(clientUuid, await getObject(clientUuid).purge(), askedAt);
      // Requests must neither join work that began before the purge nor get a remembered 404.
      isolateWork.clear();
    },

    /** Whether this isolate knows of a purge after `readAt`. */
    isKnownPurged: (clientUuid: string, readAt: number): boolean =>
      isPurgedBy(known.get(clientUuid)?.purgedAt, readAt),

    /** Whether this isolate might not know of a purge after `readAt` that was more than two minutes ago. */
    mayMissPurge: (clientUuid: string, readAt: number): boolean =>
      Date.now() - Math.max(readAt, known.get(clientUuid)?.askedAt ?? 0) >= SURE_MS,

    /**
     * Whether a client was purged after `readAt`. Can miss purges of the last minute. If the object is slow or
     * fails, uses the last purge that this isolate knows.
     */
    async isPurged(clientUuid: string, readAt: number): Promise<boolean> {
      if (!isRecent(clientUuid)) {
        await Promise.race([refresh(clientUuid), delay(WAIT_MS, undefined)]);
      }
      return isPurgedBy(known.get(clientUuid)?.purgedAt, readAt);
    },
  };
}

const isPurgedBy = (purgedAt: number | undefined, readAt: number) =>
  purgedAt !== undefined && readAt <= purgedAt + CLOCK_SKEW_MS;

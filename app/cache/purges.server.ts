import { DurableObject } from "cloudflare:workers";
import { BoundedMap } from "../runtime/bounded-map";
import { delay } from "../runtime/deadline.server";
import { isolateWork, type WaitUntil } from "./shared-work.server";

/** When a client's pages were last purged; one object for each client. Times are in ms since 1970. */
export class PurgeTime extends DurableObject {
  /** Purges what was read of the client until now, and returns the time of the purge. */
  purge(): number {
    const now = Date.now();
    this.ctx.storage.kv.put("purgedAt", now);
    return now;
  }

  /** The time of the last purge; 0 if there was none. */
  purgedAt(): number {
    const stored = this.ctx.storage.kv.get("purgedAt");
    return typeof stored === "number" ? stored : 0;
  }
}

/** How long the object's answer is remembered, in ms: a purge is in force everywhere by then. */
const RECHECK_MS = 60_000;

/** How long a response waits for the object, in ms; without its answer the page is served. */
const WAIT_MS = 500;

/** How much the clocks of two data centres may differ, in ms. */
const CLOCK_SKEW_MS = 1000;

/** What this isolate knows of each client's last purge, and when it asked, in ms since 1970. */
const known = new BoundedMap<string, { purgedAt: number; askedAt: number }>(10_000);

export type Purges = ReturnType<typeof createPurges>;

/**
 * The purges of clients' pages. A page is purged if the platform was read for it before the purge.
 *
 * Source: design, section 7; decision 0053.
 */
export function createPurges(times: DurableObjectNamespace<PurgeTime>, waitUntil: WaitUntil) {
  const getObject = (clientUuid: string) => times.get(times.idFromName(clientUuid));
  const remember = (clientUuid: string, purgedAt: number, askedAt: number) => {
    // Two questions may be answered in another order than they were asked in.
    const before = known.get(clientUuid);
    known.set(clientUuid, {
      purgedAt: Math.max(purgedAt, before?.purgedAt ?? 0),
      askedAt: Math.max(askedAt, before?.askedAt ?? 0),
    });
  };

  return {
    /**
     * Purges all that was read of a client: at once in this isolate, everywhere within a minute. Rejects if
     * the purge could not be stored.
     */
    async purge(clientUuid: string): Promise<void> {
      const askedAt = Date.now();
      remember(clientUuid, await getObject(clientUuid).purge(), askedAt);
      // Nobody joins what began before, and what was missing may be there now.
      isolateWork.clear();
    },

    /** Whether this isolate knows that a client was purged after a time, in ms since 1970. */
    isKnownPurged: (clientUuid: string, readAt: number): boolean =>
      isPurgedBy(known.get(clientUuid)?.purgedAt, readAt),

    /**
     * Whether a client was purged after a time, in ms since 1970, as far as was known a minute ago.
     * Without an answer in half a second, it is what this isolate knows.
     */
    async isPurged(clientUuid: string, readAt: number): Promise<boolean> {
      const before = known.get(clientUuid);
      if (before && Date.now() - before.askedAt < RECHECK_MS) {
        return isPurgedBy(before.purgedAt, readAt);
      }
      const askedAt = Date.now();
      const pending = getObject(clientUuid)
        .purgedAt()
        .then((purgedAt) => remember(clientUuid, purgedAt, askedAt))
        .catch(() => undefined);
      // An answer that is late for this page is in time for the next one.
      waitUntil(pending);
      await Promise.race([pending, delay(WAIT_MS, undefined)]);
      return isPurgedBy(known.get(clientUuid)?.purgedAt, readAt);
    },
  };
}

const isPurgedBy = (purgedAt: number | undefined, readAt: number) =>
  purgedAt !== undefined && readAt <= purgedAt + CLOCK_SKEW_MS;

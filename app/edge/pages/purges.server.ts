import { DurableObject } from "cloudflare:workers";
import { BoundedMap } from "../../runtime/bounded-map";
import { after } from "../../runtime/deadline.server";

/** When a client's pages were last purged; one object for each client. */
export class PurgeTime extends DurableObject {
  purge(): number {
    const now = Date.now();
    this.ctx.storage.kv.put("purgedAt", now);
    return now;
  }

  purgedAt(): number {
    return this.ctx.storage.kv.get<number>("purgedAt") ?? 0;
  }
}

/** How long what is known of a client's purges is taken for true, in ms: it is everywhere by then. */
const KNOWN_MS = 60_000;

/** How long is waited for what is not known, in ms; a page is served all the same. */
const WAIT_MS = 500;

/** Clocks at the edge differ by so much at most, in ms. */
const CLOCKS_MS = 1000;

const known = new BoundedMap<string, { purgedAt: number; askedAt: number }>(10_000);

export type Purges = ReturnType<typeof createPurges>;

/** The purges of clients' pages, as far as this isolate needs to know them. */
export function createPurges(
  times: DurableObjectNamespace<PurgeTime>,
  waitUntil: (work: Promise<unknown>) => void,
) {
  const timeOf = (clientUuid: string) => times.get(times.idFromName(clientUuid));
  const keep = (clientUuid: string, purgedAt: number, askedAt: number) => {
    // An answer may come after that of a later question.
    const before = known.get(clientUuid);
    known.set(clientUuid, {
      purgedAt: Math.max(purgedAt, before?.purgedAt ?? 0),
      askedAt: Math.max(askedAt, before?.askedAt ?? 0),
    });
  };

  return {
    /** Everything of a client that was read until now is old. */
    async purge(clientUuid: string): Promise<void> {
      const askedAt = Date.now();
      keep(clientUuid, await timeOf(clientUuid).purge(), askedAt);
    },

    /** Whether what was read of a client at a time has been purged since, as far as is known here. */
    isKnownPurged: (clientUuid: string, readAt: number): boolean =>
      isBefore(readAt, known.get(clientUuid)?.purgedAt),

    /** The same, as known everywhere a minute ago at the latest. */
    async isPurged(clientUuid: string, readAt: number): Promise<boolean> {
      const before = known.get(clientUuid);
      if (before && Date.now() - before.askedAt < KNOWN_MS) {
        return isBefore(readAt, before.purgedAt);
      }
      const askedAt = Date.now();
      const asking = timeOf(clientUuid)
        .purgedAt()
        .then((purgedAt) => keep(clientUuid, purgedAt, askedAt))
        .catch(() => undefined);
      // Too late for this answer, it is still in time for the next one.
      waitUntil(asking);
      await Promise.race([asking, after(WAIT_MS, undefined)]);
      return isBefore(readAt, known.get(clientUuid)?.purgedAt);
    },
  };
}

const isBefore = (readAt: number, purgedAt: number | undefined) =>
  purgedAt !== undefined && readAt <= purgedAt + CLOCKS_MS;

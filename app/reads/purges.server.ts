import { DurableObject } from "cloudflare:workers";
import { locationOptions, type Region } from "../config/region";
import { BoundedMap } from "../runtime/bounded-map";
import { delay, withTimeout } from "../runtime/deadline.server";
import { formatError } from "../runtime/log.server";
import {
  addVerification,
  companyRecordKey,
  companyRecordSchema,
  purgesCompleteUntil,
  SITE_RECORD_KEY,
  siteRecordSchema,
  type SiteRecord,
  type Verification,
} from "./company-record";
import { isolateWork, type WaitUntil } from "./shared-work.server";

/** The name of the site's object. Cannot clash with a client's id, which has no spaces. */
const SITE_OBJECT = "the site";

/** Minimum time between two writes of a key in Workers KV, in ms. */
const REWRITE_MS = 1100;

/** Time limit of a write in Workers KV, and how long a purge waits for its publication, in ms. */
const WRITE_MS = 5000;
const PUBLISH_WAIT_MS = 2000;

/** How long the site's record keeps a company that is neither verified nor purged, in ms. */
const KEEP_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Stores the time of a client's last purge. Each client has an object. Only the site's object stores the last
 * verification of each client's stored pages, and writes the records in the shared store. Times are in ms
 * since 1970.
 */
export class PurgeTime extends DurableObject<{ PAGES?: KVNamespace }> {
  #publishing: Promise<void> = Promise.resolve();
  #verifying: Promise<unknown> = Promise.resolve();
  /** The queued write, which has not begun. */
  #next: Promise<void> | undefined;
  /** When work was last claimed, by name. */
  readonly #claimed = new BoundedMap<string, number>(1000);

  /** Records a purge of the client's data. @returns the time of the purge */
  purge(): number {
    const now = Date.now();
    this.ctx.storage.kv.put("purgedAt", now);
    return now;
  }

  /** The time of the last purge; 0 if the client was never purged. */
  purgedAt(): number {
    const stored = this.ctx.storage.kv.get("purgedAt");
    return typeof stored === "number" ? stored : 0;
  }

  /** Publishes a client's purge to all data centres. */
  async publishPurge(clientUuid: string, purgedAt: number): Promise<void> {
    const { purges, ...site } = this.#site();
    this.#store({ ...site, purges: { ...purges, [clientUuid]: purgedAt } });
    await Promise.race([this.#publish(), delay(PUBLISH_WAIT_MS, undefined)]);
  }

  /**
   * Publishes verifications of clients' pages to all data centres. @param run the run of all clients that
   * includes them, if any
   */
  async verify(verifications: Verification[], run: SiteRecord["run"]): Promise<void> {
    const add = () => Promise.all(verifications.map((verification) => this.#add(verification)));
    // Overlapping runs must not both replace a record.
    const adding = this.#verifying.then(add);
    this.#verifying = adding.catch(() => undefined);
    await adding;
    this.#store({ ...this.#site(), ...(run && { run }) });
    // Published last, because it refers to the companies' records.
    await this.#publish();
  }

  /** Writes a company's record if it changed. If that fails, the next run tries again. */
  async #add(verification: Verification): Promise<void> {
    const { clientUuid } = verification;
    const key = `record ${clientUuid}`;
    const before = companyRecordSchema.safeParse(this.ctx.storage.kv.get(key)).data;
    const last = this.#site().verified[clientUuid];
    const { record, verified } = addVerification(verification, before, last);
    if (record !== before) {
      const keys = record.names.map(companyRecordKey);
      const written = await Promise.all(keys.map((name) => this.#put(name, record)));
      if (written.includes(false)) return;
      this.ctx.storage.kv.put(key, record);
    }
    const site = this.#site();
    this.#store({ ...site, verified: { ...site.verified, [clientUuid]: verified } });
  }

  /** Whether the caller may start work that runs in one data centre, at most once per `everyMs`. */
  claim(name: string, everyMs: number): boolean {
    const now = Date.now();
    if (now - (this.#claimed.get(name) ?? -Infinity) < everyMs) return false;
    this.#claimed.set(name, now);
    return true;
  }

  #site(): SiteRecord {
    const stored = siteRecordSchema.safeParse(this.ctx.storage.kv.get("site")).data;
    return stored ?? { version: 1, writtenAt: 0, purges: {}, verified: {} };
  }

  #store({ purges, verified, ...site }: SiteRecord): void {
    const writtenAt = Date.now();
    const isKept = (at: number) => writtenAt - at < KEEP_MS;
    const recentPurges = Object.entries(purges).filter(([, at]) => isKept(at));
    const recent = Object.entries(verified).filter(([, { verifiedAt }]) => isKept(verifiedAt));
    this.ctx.storage.kv.put("site", {
      ...{ ...site, writtenAt },
      ...{ purges: Object.fromEntries(recentPurges), verified: Object.fromEntries(recent) },
    });
  }

  /** Writes the site's record. Writes are sequential, so the last one has the latest state. Never rejects. */
  #publish(): Promise<void> {
    this.#next ??= this.#publishing.then(async () => {
      this.#next = undefined;
      await this.#put(SITE_RECORD_KEY, this.#site());
    });
    this.#publishing = this.#next;
    return this.#next;
  }

  /** Writes a value, with one retry. The next run repeats writes that failed twice. */
  async #put(key: string, value: unknown): Promise<boolean> {
    const write = () =>
      withTimeout(WRITE_MS, async () => this.env.PAGES?.put(key, JSON.stringify(value)));
    try {
      await write().catch(() => delay(REWRITE_MS, undefined).then(write));
      return true;
    } catch (error) {
      console.error("A record could not be written to the shared store:", formatError(error));
      return false;
    }
  }
}

/** How long an isolate uses a purge time before it requests the time again, in ms. */
const RECHECK_MS = 60_000;

/**
 * How long after a page was read, or its client's purge time was requested, the page is served without
 * waiting, in ms.
 */
const SURE_MS = 2 * 60_000;

/** How long a request waits for the object, in ms. */
const WAIT_MS = 500;

/** Tolerated difference between the clocks of two data centres, in ms. */
const CLOCK_SKEW_MS = 1000;

/** Time until which the site's record has reported all purges to this isolate, in ms since 1970. */
let allKnownUntil = 0;

/** Each client's last known purge, and when this isolate last requested the time, in ms since 1970. */
const known = new BoundedMap<string, { purgedAt: number; askedAt: number }>(10_000);

/** Responses from the object can arrive out of order. */
function remember(clientUuid: string, purgedAt: number, askedAt: number): void {
  const before = known.get(clientUuid);
  known.set(clientUuid, {
    purgedAt: Math.max(purgedAt, before?.purgedAt ?? 0),
    askedAt: Math.max(askedAt, before?.askedAt ?? 0),
  });
}

/** Learns all purges from the site's record. @param readAt when the record was read from the shared store */
function learn(site: SiteRecord, readAt: number): void {
  for (const [clientUuid, purgedAt] of Object.entries(site.purges)) {
    remember(clientUuid, purgedAt, 0);
  }
  allKnownUntil = Math.max(allKnownUntil, purgesCompleteUntil(site, readAt));
}

const lastAskedAt = (clientUuid: string) =>
  Math.max(known.get(clientUuid)?.askedAt ?? 0, allKnownUntil);

const isRecent = (clientUuid: string) => Date.now() - lastAskedAt(clientUuid) < RECHECK_MS;

/** Whether this isolate knows of a purge after `readAt`. */
function isKnownPurged(clientUuid: string, readAt: number): boolean {
  const purgedAt = known.get(clientUuid)?.purgedAt;
  return purgedAt !== undefined && readAt <= purgedAt + CLOCK_SKEW_MS;
}

/** Whether this isolate might have missed a purge after `readAt` and more than two minutes ago. */
const mayMissPurge = (clientUuid: string, readAt: number): boolean =>
  Date.now() - Math.max(readAt, lastAskedAt(clientUuid)) >= SURE_MS;

interface PurgesOptions {
  region?: Region | undefined;
  onPurged?: (clientUuid: string) => void;
}

export type Purges = ReturnType<typeof createPurges>;

/**
 * Creates functions that purge clients' pages. A purge invalidates pages whose data was read before it.
 *
 * Source: decision 0053.
 */
export function createPurges(
  times: DurableObjectNamespace<PurgeTime>,
  waitUntil: WaitUntil,
  { region, onPurged }: PurgesOptions = {},
) {
  const getObject = (clientUuid: string) =>
    times.get(times.idFromName(clientUuid), locationOptions(region));
  const getSite = () => getObject(SITE_OBJECT);

  /** Requests the time of a client's last purge, unless this isolate did so within the last minute. Never rejects. */
  function refresh(clientUuid: string): Promise<void> {
    if (isRecent(clientUuid)) return Promise.resolve();
    const now = Date.now();
    const pending = getObject(clientUuid)
      .purgedAt()
      .then((purgedAt) => remember(clientUuid, purgedAt, now))
      .catch(() => undefined);
    // The next request can use a late response.
    waitUntil(pending);
    return pending;
  }

  return {
    ...{ refresh, learn, isKnownPurged, mayMissPurge },

    /**
     * Records verifications of clients' stored pages. @param run the run of all clients that includes
     * them, if any
     */
    verify: (verifications: Verification[], run: SiteRecord["run"]) =>
      getSite().verify(verifications, run),

    /** Whether this data centre may start work that runs in one data centre, at most once per `everyMs`. */
    claim: (name: string, everyMs: number) => getSite().claim(name, everyMs),

    /**
     * Purges a client's pages immediately in this isolate, and within two minutes everywhere else. Rejects if
     * the purge cannot be stored.
     */
    async purge(clientUuid: string): Promise<void> {
      const startedAt = Date.now();
      const purgedAt = await getObject(clientUuid).purge();
      remember(clientUuid, purgedAt, startedAt);
      // Requests must neither join work that began before the purge nor get a remembered 404.
      isolateWork.clear();
      await getSite().publishPurge(clientUuid, purgedAt);
      onPurged?.(clientUuid);
    },

    /**
     * Whether a client was purged after `readAt`. Can miss purges of the last minute. If the object is slow or
     * fails, uses the last purge that this isolate knows.
     */
    async isPurged(clientUuid: string, readAt: number): Promise<boolean> {
      if (!isRecent(clientUuid)) {
        await Promise.race([refresh(clientUuid), delay(WAIT_MS, undefined)]);
      }
      return isKnownPurged(clientUuid, readAt);
    },
  };
}

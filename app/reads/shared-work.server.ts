import { BoundedMap } from "../runtime/bounded-map";

/** Running work, or a remembered outcome. */
interface Entry {
  outcome: Promise<unknown>;
  /** In ms since 1970. */
  startedAt: number;
  /** Requests can join until this time, in ms since 1970. */
  until: number;
}

interface Work<T> {
  work: () => Promise<T>;
  /**
   * How long requests can join, in ms. Later, the work might have been cancelled with the request that began
   * it.
   */
  limitMs: number;
  /** Returns how long an outcome is remembered, in ms: 0 for a success, which is cached separately. */
  ttlMs: (outcome: T) => number;
}

/** Shares work between an isolate's requests, by key. */
export class SharedWork {
  readonly #entries = new BoundedMap<string, Entry>(10_000);

  /** Whether `run` would start the work. */
  isNew(key: string): boolean {
    return (this.#entries.get(key)?.until ?? 0) <= Date.now();
  }

  /** When the running work started, in ms since 1970; now if `run` would start it. */
  startedAt(key: string): number {
    const now = Date.now();
    return this.isNew(key) ? now : (this.#entries.get(key)?.startedAt ?? now);
  }

  /**
   * Joins or starts the work. The caller needs its own timer, because workerd cancels a request that waits
   * only for another request's promise.
   *
   * @param waitUntil keeps the work running after this request, for other requests that joined
   */
  run<T>(key: string, { work, limitMs, ttlMs }: Work<T>, waitUntil: WaitUntil): Promise<T> {
    this.#sweep();
    const joined = this.#entries.get(key);
    // The key determines the work and its type.
    if (joined && joined.until > Date.now()) return joined.outcome as Promise<T>;
    const outcome = work();
    const now = Date.now();
    const entry: Entry = { outcome, startedAt: now, until: now + limitMs };
    this.#entries.set(key, entry);
    const end = (rememberedMs: number) => {
      // Newer work might have replaced this entry.
      if (this.#entries.get(key) !== entry) return;
      if (rememberedMs > 0) entry.until = Date.now() + rememberedMs;
      else this.#entries.delete(key);
    };
    waitUntil(
      outcome.then(
        (value) => end(ttlMs(value)),
        () => end(0),
      ),
    );
    return outcome;
  }

  /** Drops the oldest entries, up to the first unexpired one. */
  #sweep(): void {
    const now = Date.now();
    for (const [key, { until }] of this.#entries) {
      if (until > now) break;
      this.#entries.delete(key);
    }
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** How long missing data (404, 410) and failures are remembered, in ms. */
export const OUTCOME_TTL_MS = { gone: 10_000, failed: 2000 };

/** Keeps the Worker running after the response, for work that has not ended. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** The reads and page renderings that this isolate's requests share. */
export const isolateWork = new SharedWork();

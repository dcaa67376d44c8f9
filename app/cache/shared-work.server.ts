import { BoundedMap } from "../runtime/bounded-map";

/** Running work, or a remembered outcome. */
interface Entry {
  outcome: Promise<unknown>;
  /** Requests join it until this time, in ms since 1970. */
  until: number;
}

interface Work<T> {
  work: () => Promise<T>;
  /** After this time, in ms, requests no longer join: the work may have been aborted with its own request. */
  limitMs: number;
  /** How long an outcome is remembered, in ms; 0 for a success, which has its own cache. */
  ttlMs: (outcome: T) => number;
}

/**
 * Shares work between an isolate's requests, by key. Failures are remembered for a few seconds.
 */
export class SharedWork {
  readonly #entries = new BoundedMap<string, Entry>(10_000);

  /** Whether `run` would start the work. */
  isNew(key: string): boolean {
    return (this.#entries.get(key)?.until ?? 0) <= Date.now();
  }

  /**
   * Joins or starts the work. A request that waits for it needs its own timer: workerd cancels a request
   * that waits only for another request's promise.
   *
   * @param waitUntil keeps the work running after this request, for others that joined
   */
  run<T>(key: string, { work, limitMs, ttlMs }: Work<T>, waitUntil: WaitUntil): Promise<T> {
    this.#sweep();
    const joined = this.#entries.get(key);
    // The key names the work, and so its type.
    if (joined && joined.until > Date.now()) return joined.outcome as Promise<T>;
    const outcome = work();
    const entry: Entry = { outcome, until: Date.now() + limitMs };
    this.#entries.set(key, entry);
    const end = (rememberedMs: number) => {
      // Newer work may have replaced it.
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

  /** Drops expired entries. They are roughly in the order of their expiry. */
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

/** Keeps the Worker running after the response, until the work has ended. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** This isolate's reads of the platform and renderings of pages. */
export const isolateWork = new SharedWork();

import { BoundedMap } from "../runtime/bounded-map";

/** Work that goes on, or whose outcome is remembered; times are in ms since 1970. */
interface Entry {
  outcome: Promise<unknown>;
  /** Until then others join it. */
  until: number;
}

interface Work<T> {
  work: () => Promise<T>;
  /** After this many ms it counts as cut off with the request that it ran in. */
  limitMs: number;
  /** How long an outcome is remembered, in ms; 0 for a success, which has its own cache. */
  ttlMs: (outcome: T) => number;
}

/**
 * Work that the requests of one isolate share, by key: those that come while it goes on join it, and a
 * failure is remembered for some seconds.
 */
export class SharedWork {
  readonly #entries = new BoundedMap<string, Entry>(10_000);

  /** Whether `run` would start the work. */
  isNew(key: string): boolean {
    return (this.#entries.get(key)?.until ?? 0) <= Date.now();
  }

  /**
   * Joins or starts the work. A request that waits for it needs a timer of its own: workerd cancels one that
   * waits only for another one's promise.
   *
   * @param waitUntil keeps it running after this request, for others that have joined
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
      // It may have been replaced meanwhile.
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

  /** Forgets outcomes that are too old; entries are roughly in the order of their end. */
  #sweep(): void {
    const now = Date.now();
    for (const [key, { until }] of this.#entries) {
      if (until > now) break;
      this.#entries.delete(key);
    }
  }

  /** The next request for anything starts its work again. */
  clear(): void {
    this.#entries.clear();
  }
}

/** Keeps the Worker running after the response, until the work has ended. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** The one of this isolate: reads of the platform, and pages that are rendered. */
export const isolateWork = new SharedWork();

import type { HiringPlatform } from "./hiring-platform.server";
import { BoundedMap } from "../runtime/bounded-map";
import { DeadlinePassed, within } from "../runtime/deadline.server";
import { PlatformError } from "./errors";

/** The platform's three reads. */
export type PlatformReads = Pick<HiringPlatform, "position" | "client" | "positions">;

/** How long it is remembered that something is gone, and that the platform could not be asked, in ms. */
const GONE_MS = 10_000; // design, section 7
const AWAY_MS = 2000;

/** How long a list in many parts is waited for, in ms. */
const LIST_MS = 25_000;

/** How much longer than a read may take its answer is waited for by those that share it, in ms. */
const GRACE_MS = 1000;

interface Failure {
  error: PlatformError;
  until: number;
}

/** What this isolate is asking the platform just now, and what it was refused lately. */
const underWay = new Map<string, SharedRead<unknown>>();
const failures = new BoundedMap<string, Failure>(1000);

interface SharedRead<T> {
  asking: Promise<T>;
  begunAt: number;
}

interface SharedReadsOptions {
  /** Has work go on after the answer: others wait for it. */
  waitUntil: (work: Promise<unknown>) => void;
  readTimeoutMs: number;
  /** Is told when a read began that this request gets its answer from, in ms since 1970. */
  onRead?: (begunAt: number) => void;
}

/**
 * Reads that all requests of this isolate share: the same thing is asked for once, however many
 * wait for it, and what is gone (or away) is not asked for again at once.
 */
export function sharedReads(
  platform: PlatformReads,
  { waitUntil, readTimeoutMs, onRead }: SharedReadsOptions,
): PlatformReads {
  async function share<T>(
    key: string,
    ask: () => Promise<T>,
    deadlineMs = readTimeoutMs + GRACE_MS,
  ): Promise<T> {
    const now = Date.now();
    const failure = failures.get(key);
    if (failure && failure.until > now) throw failure.error;
    let read = underWay.get(key) as SharedRead<T> | undefined; // under its key it is always of one kind
    if (!read) {
      const asking = ask()
        .catch((error: unknown) => {
          if (error instanceof PlatformError && underWay.get(key) === begun) remember(key, error);
          throw error;
        })
        .finally(() => end(key, begun));
      const begun: SharedRead<T> = { asking, begunAt: now };
      underWay.set(key, begun);
      // Whoever asked first may leave; the others still wait.
      waitUntil(asking.catch(() => undefined));
      read = begun;
    }
    const mine = read;
    onRead?.(mine.begunAt);
    // A clock of one's own: workerd takes a request that waits for nothing but another's for hung.
    return within(deadlineMs, () => mine.asking).catch((error: unknown) => {
      if (!(error instanceof DeadlinePassed)) throw error;
      end(key, mine);
      throw new PlatformError({ kind: "timeout", message: "A shared read took too long" });
    });
  }
  return {
    position: (id) => share(`position ${id}`, () => platform.position(id)),
    client: (id) => share(`client ${id}`, () => platform.client(id)),
    positions: (id) => share(`positions ${id}`, () => platform.positions(id), LIST_MS),
  };
}

/** Forgets what was refused, and shares nothing more of what is being read: something has changed. */
export function forgetReads(): void {
  failures.clear();
  underWay.clear();
}

/** It is shared no more; another one may be, under its key. */
function end(key: string, read: SharedRead<unknown>): void {
  if (underWay.get(key) === read) underWay.delete(key);
}

function remember(key: string, error: PlatformError): void {
  const isGone = error.kind === "not-found" || error.kind === "closed";
  failures.set(key, { error, until: Date.now() + (isGone ? GONE_MS : AWAY_MS) });
}

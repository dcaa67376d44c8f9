import type { PlatformClient } from "./client.server";
import { DeadlinePassed, within } from "./deadline.server";
import { PlatformError } from "./errors";

/** The platform's three reads. */
export type PlatformReads = Pick<PlatformClient, "position" | "client" | "positions">;

/** How long it is remembered that something is gone, and that the platform could not be asked, in ms. */
const GONE_MS = 10_000; // design, section 7
const AWAY_MS = 2000;

/** How much longer than a read may take its answer is waited for by those that share it, in ms. */
const GRACE_MS = 1000;

const FAILURES_MOST = 1000;

interface Failure {
  error: PlatformError;
  until: number;
}

/** What this isolate is asking the platform just now, and what it was refused lately. */
const underWay = new Map<string, Promise<unknown>>();
const failures = new Map<string, Failure>();

interface SharedReadsOptions {
  /** Has work go on after the answer: others wait for it. */
  waitUntil: (work: Promise<unknown>) => void;
  readTimeoutMs: number;
}

/**
 * Reads that all requests of this isolate share: the same thing is asked for once, however many
 * wait for it, and what is gone (or away) is not asked for again at once.
 */
export function sharedReads(
  platform: PlatformReads,
  { waitUntil, readTimeoutMs }: SharedReadsOptions,
): PlatformReads {
  async function share<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const failure = failures.get(key);
    if (failure && failure.until > Date.now()) throw failure.error;
    let asking = underWay.get(key) as Promise<T> | undefined; // under its key it is always of one kind
    if (!asking) {
      asking = ask()
        .catch((error: unknown) => {
          if (error instanceof PlatformError) remember(key, error);
          throw error;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, asking);
      // Whoever asked first may leave; the others still wait.
      waitUntil(asking.catch(() => undefined));
    }
    const answer = asking;
    // A clock of one's own: workerd takes a request that waits for nothing but another's for hung.
    return within(readTimeoutMs + GRACE_MS, () => answer).catch((error: unknown) => {
      if (!(error instanceof DeadlinePassed)) throw error;
      underWay.delete(key);
      throw new PlatformError({ kind: "timeout", message: "A shared read took too long" });
    });
  }
  return {
    position: (id) => share(`position ${id}`, () => platform.position(id)),
    client: (id) => share(`client ${id}`, () => platform.client(id)),
    positions: (id) => share(`positions ${id}`, () => platform.positions(id)),
  };
}

/** Forgets what was refused: something has changed. */
export function forgetFailures(): void {
  failures.clear();
}

function remember(key: string, error: PlatformError): void {
  const isGone = error.kind === "not-found" || error.kind === "closed";
  if (failures.size >= FAILURES_MOST) failures.clear();
  failures.set(key, { error, until: Date.now() + (isGone ? GONE_MS : AWAY_MS) });
}

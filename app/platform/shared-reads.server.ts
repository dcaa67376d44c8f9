import { BoundedMap } from "../runtime/bounded-map";
import { DeadlinePassed, within } from "../runtime/deadline.server";
import { PlatformError } from "./errors";
import { REMEMBERED_MS } from "./missing";
import type { PlatformReads } from "./hiring-platform.server";

/** How long a list of positions is waited for, in ms: it may be read in many parts. */
const LIST_MS = 25_000;

/** How long those that share a read wait for it after its own time-out, in ms. */
const GRACE_MS = 1000;

/** A read that is under way. */
interface SharedRead<T> {
  answer: Promise<T>;
  /** ms since 1970 */
  begunAt: number;
}

interface Failure {
  error: PlatformError;
  /** When the platform may be asked again, in ms since 1970. */
  until: number;
}

/** What this isolate is reading now, by call and id. */
const underWay = new Map<string, SharedRead<unknown>>();

/** What this isolate has lately failed to read, by call and id. */
const failures = new BoundedMap<string, Failure>(1000);

interface SharedReadsOptions {
  /** Has a read go on after the answer to whoever began it: others may wait for it. */
  waitUntil: (work: Promise<unknown>) => void;
  /** Milliseconds that one read of the platform may take. */
  readTimeoutMs: number;
  /** Is called for each read that answers this request, with its beginning in ms since 1970. */
  onRead?: (begunAt: number) => void;
}

/**
 * The same reads, shared by all requests of this isolate. What several requests want at the same
 * time is read once. What is gone, or could not be read, is not asked for again for some seconds.
 *
 * Each read throws `PlatformError`, of the kind `timeout` where the shared answer does not come.
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
    let read = underWay.get(key) as SharedRead<T> | undefined; // the key names the call, and so its type
    if (!read) {
      const answer = ask()
        .catch((error: unknown) => {
          if (error instanceof PlatformError && underWay.get(key) === begun) remember(key, error);
          throw error;
        })
        .finally(() => stopSharing(key, begun));
      const begun: SharedRead<T> = { answer, begunAt: now };
      underWay.set(key, begun);
      // The request that asked first may end before the others that wait for the same answer.
      waitUntil(answer.catch(() => undefined));
      read = begun;
    }
    const mine = read;
    onRead?.(mine.begunAt);
    // Every request needs a timer of its own: workerd cancels one that waits only for a promise of
    // another request, because it looks as if it would never end.
    return within(deadlineMs, () => mine.answer).catch((error: unknown) => {
      if (!(error instanceof DeadlinePassed)) throw error;
      stopSharing(key, mine);
      throw new PlatformError({ kind: "timeout", message: "A shared read took too long" });
    });
  }
  return {
    position: (id) => share(`position ${id}`, () => platform.position(id)),
    client: (id) => share(`client ${id}`, () => platform.client(id)),
    positions: (id) => share(`positions ${id}`, () => platform.positions(id), LIST_MS),
  };
}

/**
 * For when something has changed: the next request asks the platform, whatever was read or failed
 * before.
 */
export function forgetReads(): void {
  failures.clear();
  underWay.clear();
}

/** The next request reads anew. Does nothing where another read has taken this one's place. */
function stopSharing(key: string, read: SharedRead<unknown>): void {
  if (underWay.get(key) === read) underWay.delete(key);
}

function remember(key: string, error: PlatformError): void {
  failures.set(key, { error, until: Date.now() + REMEMBERED_MS[error.isGone ? "gone" : "failed"] });
}

import { BoundedMap } from "../runtime/bounded-map";
import { DeadlinePassed, within } from "../runtime/deadline.server";
import { SizedMap } from "../runtime/sized-map";
import { PlatformError } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";
import { REMEMBERED_MS } from "./missing";

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

/** An answer of the platform that is kept, with what tells whether it may still be used. */
interface KeptAnswer {
  value: unknown;
  /** The client that it is about; a purge takes all answers about a client. */
  clientUuid: string;
  /** When the read began, in ms since 1970. */
  readAt: number;
}

/** What this isolate is reading now, by call and id. */
const underWay = new Map<string, SharedRead<unknown>>();

/** What this isolate has lately failed to read, by call and id. */
const failures = new BoundedMap<string, Failure>(1000);

/** What this isolate has lately read, by call and id: at most 12 MB of the 128 that it has. */
const kept = keptAnswers(12 * 1024 * 1024);

interface SharedReadsOptions {
  /** Has a read go on after the answer to whoever began it: others may wait for it. */
  waitUntil: (work: Promise<unknown>) => void;
  /** Milliseconds that one read of the platform may take. */
  readTimeoutMs: number;
  /** Is called for each read that this request waits for, with its beginning in ms since 1970. */
  onRead?: (begunAt: number) => void;
  /** Is called for each kept answer that this request is given, with when its read began. */
  onKept?: (readAt: number) => void;
  /** How long an answer is used again without another read, in ms; 0 by default. */
  freshMs?: number;
  /** Whether it is known here that a client was purged after a time, in ms since 1970. */
  isKnownPurged?: (clientUuid: string, readAt: number) => boolean;
  /** Lets this request have a career site's older answers, which are then renewed behind it. */
  stale?: Stale;
}

interface Stale {
  /** How old they may be, in ms. */
  ms: number;
  isPurged: (clientUuid: string, readAt: number) => Promise<boolean>;
}

/** One of the platform's reads, and how it is shared. */
interface Sharing<T> {
  key: string;
  ask: () => Promise<T>;
  /** Whom an answer is about: a client's uuid. */
  clientOf: (answer: T) => string;
  deadlineMs?: number;
  /** Whether it is a part of a career site, which may be shown as it was some minutes ago. */
  isOfCareerSite: boolean;
}

/**
 * The same reads, shared by all requests of this isolate. What several requests want at the same
 * time is read once, and what has just been read is not read again. What is gone, or could not be read,
 * is not asked for again for some seconds.
 *
 * Each read throws `PlatformError`, of the kind `timeout` where the shared answer does not come.
 */
export function sharedReads(platform: PlatformReads, options: SharedReadsOptions): PlatformReads {
  const { waitUntil, readTimeoutMs, onRead, onKept, freshMs = 0, isKnownPurged, stale } = options;

  async function share<T>(sharing: Sharing<T>): Promise<T> {
    const found = kept.get(sharing.key);
    const last = found && !isKnownPurged?.(found.clientUuid, found.readAt) ? found : undefined;
    const isFresh = last !== undefined && Date.now() - last.readAt < freshMs;
    const mayBeStale = sharing.isOfCareerSite && stale !== undefined;
    if (last && (isFresh || (mayBeStale && (await mayBeShown(last, stale))))) {
      if (!isFresh) waitUntil(readAnew(sharing).answer.catch(() => undefined));
      onKept?.(last.readAt);
      return last.value as T; // the key names the call, and so its type
    }
    const read = readAnew(sharing);
    if (read.begunAt !== undefined) onRead?.(read.begunAt);
    return read.answer;
  }

  /** Whether an answer that is no longer fresh may be shown to this request. */
  const mayBeShown = async ({ clientUuid, readAt }: KeptAnswer, { ms, isPurged }: Stale) =>
    Date.now() - readAt < ms && !(await isPurged(clientUuid, readAt));

  /** Reads, or joins who reads already. `begunAt` is undefined for what is remembered to have failed. */
  function readAnew<T>(sharing: Sharing<T>): { answer: Promise<T>; begunAt?: number } {
    const { key, deadlineMs = readTimeoutMs + GRACE_MS } = sharing;
    const failure = failures.get(key);
    if (failure && failure.until > Date.now()) return { answer: Promise.reject(failure.error) };
    const mine = (underWay.get(key) ?? begin(sharing)) as SharedRead<T>; // by its key, as above
    // Every request needs a timer of its own: workerd cancels one that waits only for a promise of
    // another request, because it looks as if it would never end.
    const answer = within(deadlineMs, () => mine.answer).catch((error: unknown) => {
      if (!(error instanceof DeadlinePassed)) throw error;
      stopSharing(key, mine);
      throw new PlatformError({ kind: "timeout", message: "A shared read took too long" });
    });
    return { answer, begunAt: mine.begunAt };
  }

  function begin<T>({ key, ask, clientOf }: Sharing<T>): SharedRead<T> {
    const begunAt = Date.now();
    const answer = ask()
      .then((value) => {
        const isShared = underWay.get(key) === begun;
        if (isShared) kept.put(key, { value, clientUuid: clientOf(value), readAt: begunAt });
        return value;
      })
      .catch((error: unknown) => {
        if (error instanceof PlatformError && underWay.get(key) === begun) remember(key, error);
        throw error;
      })
      .finally(() => stopSharing(key, begun));
    const begun: SharedRead<T> = { answer, begunAt };
    underWay.set(key, begun);
    // The request that asked first may end before the others that wait for the same answer.
    waitUntil(answer.catch(() => undefined));
    return begun;
  }

  return {
    position: (id) =>
      share({
        key: `position ${id}`,
        ask: () => platform.position(id),
        clientOf: ({ clientUuid }) => clientUuid,
        isOfCareerSite: false,
      }),
    client: (id) =>
      share({
        key: `client ${id}`,
        ask: () => platform.client(id),
        clientOf: () => id,
        isOfCareerSite: true,
      }),
    positions: (id) =>
      share({
        key: `positions ${id}`,
        ask: () => platform.positions(id),
        clientOf: () => id,
        isOfCareerSite: true,
        deadlineMs: LIST_MS,
      }),
  };
}

/**
 * For when something has changed: the next request asks the platform, whatever was read or failed
 * before.
 */
export function forgetReads(): void {
  failures.clear();
  underWay.clear();
  kept.clear();
}

/** The next request reads anew. Does nothing where another read has taken this one's place. */
function stopSharing(key: string, read: SharedRead<unknown>): void {
  if (underWay.get(key) === read) underWay.delete(key);
}

/** Remembers a failure of the platform's; what one visitor was not let ask is no failure for others. */
function remember(key: string, error: PlatformError): void {
  if (error.kind === "too-often") return;
  if (error.isGone) kept.remove(key);
  failures.set(key, { error, until: Date.now() + REMEMBERED_MS[error.isGone ? "gone" : "failed"] });
}

/** What a value takes in memory besides its texts, in bytes (an estimate). */
const VALUE_BYTES = 50;

/** Answers in memory, by call and id, up to a number of bytes. */
export function keptAnswers(most: number) {
  return new SizedMap<KeptAnswer>(most, ({ value }) => sizeOf(value));
}

/** About how many bytes a value of JSON takes in memory. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return VALUE_BYTES + 2 * value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), VALUE_BYTES);
}

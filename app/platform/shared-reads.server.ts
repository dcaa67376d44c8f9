import { BoundedMap } from "../runtime/bounded-map";
import { DeadlinePassed, within } from "../runtime/deadline.server";
import { SizedMap } from "../runtime/sized-map";
import { PlatformError } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";
import { REMEMBERED_MS } from "./missing";

/** Time limit of a list of positions, in ms: it may have many pages. */
const LIST_MS = 25_000;

/** How much longer than its time-out the sharers of a read wait, in ms. */
const GRACE_MS = 1000;

/** A read in progress. */
interface SharedRead<T> {
  answer: Promise<T>;
  /** ms since 1970 */
  begunAt: number;
}

interface Failure {
  error: PlatformError;
  /** When the platform may be called again, in ms since 1970. */
  until: number;
}

/** A cached answer. */
interface KeptAnswer {
  value: unknown;
  /** The client it belongs to, for purges. */
  clientUuid: string;
  /** When the read began, in ms since 1970. */
  readAt: number;
}

/** Reads in progress in this isolate, by call and id. */
const underWay = new Map<string, SharedRead<unknown>>();

/** Recent failures in this isolate, by call and id. */
const failures = new BoundedMap<string, Failure>(1000);

/** Recent answers in this isolate, by call and id: at most 12 MB of its 128. */
const kept = keptAnswers(12 * 1024 * 1024);

interface SharedReadsOptions {
  /** Keeps a read running after its first request has ended, for others that wait. */
  waitUntil: (work: Promise<unknown>) => void;
  /** Time limit of one read. */
  readTimeoutMs: number;
  /** Called for each read that this request waits for, with its start in ms since 1970. */
  onRead?: (begunAt: number) => void;
  /** Called for each cached answer that this request gets, with the start of its read. */
  onKept?: (readAt: number) => void;
  /** How long answers are fresh, in ms; 0 by default. */
  freshMs?: number;
  /** Whether this isolate knows of a client's purge after a time, in ms since 1970. */
  isKnownPurged?: (clientUuid: string, readAt: number) => boolean;
  /** Allows stale answers for career sites, which are revalidated in the background. */
  stale?: Stale;
}

interface Stale {
  /** Maximum age, in ms. */
  ms: number;
  isPurged: (clientUuid: string, readAt: number) => Promise<boolean>;
}

/** A shareable read. */
interface Sharing<T> {
  key: string;
  ask: () => Promise<T>;
  /** The uuid of the client that an answer belongs to. */
  clientOf: (answer: T) => string;
  deadlineMs?: number;
  /** Whether it is part of a career site, which may be some minutes stale. */
  isOfCareerSite: boolean;
}

/**
 * Shares reads between the requests of this isolate: concurrent reads are merged, fresh answers are reused,
 * and failures are remembered for some seconds.
 *
 * Each read throws `PlatformError`, of kind `timeout` if the shared answer does not arrive.
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

  /** Whether this request accepts a stale answer. */
  const mayBeShown = async ({ clientUuid, readAt }: KeptAnswer, { ms, isPurged }: Stale) =>
    Date.now() - readAt < ms && !(await isPurged(clientUuid, readAt));

  /** Starts or joins a read. `begunAt` is undefined for a remembered failure. */
  function readAnew<T>(sharing: Sharing<T>): { answer: Promise<T>; begunAt?: number } {
    const { key, deadlineMs = readTimeoutMs + GRACE_MS } = sharing;
    const failure = failures.get(key);
    if (failure && failure.until > Date.now()) return { answer: Promise.reject(failure.error) };
    const mine = (underWay.get(key) ?? begin(sharing)) as SharedRead<T>; // by its key, as above
    // Each request needs its own timer: workerd cancels requests that wait only for another request's
    // promise, because they seem to hang.
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
    // The first request may end before others that wait for the same read.
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
 * Forgets everything after a change: the next request calls the platform.
 */
export function forgetReads(): void {
  failures.clear();
  underWay.clear();
  kept.clear();
}

/** Ends a read, unless another has replaced it. */
function stopSharing(key: string, read: SharedRead<unknown>): void {
  if (underWay.get(key) === read) underWay.delete(key);
}

/** Remembers a failure of the platform. A rate-limited client is not one. */
function remember(key: string, error: PlatformError): void {
  if (error.kind === "too-often") return;
  if (error.isGone) kept.remove(key);
  failures.set(key, { error, until: Date.now() + REMEMBERED_MS[error.isGone ? "gone" : "failed"] });
}

/** Estimated memory of a value besides its text, in bytes. */
const VALUE_BYTES = 50;

/** A cache of answers by call and id, limited in bytes. */
export function keptAnswers(most: number) {
  return new SizedMap<KeptAnswer>(most, ({ value }) => sizeOf(value));
}

/** Estimates the memory of a JSON value, in bytes. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return VALUE_BYTES + 2 * value.length;
  if (typeof value !== "object" || value === null) return VALUE_BYTES;
  return Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part), VALUE_BYTES);
}

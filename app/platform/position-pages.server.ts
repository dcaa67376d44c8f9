import { isPlatformId } from "../../contract/ids";
import { BoundedMap } from "../runtime/bounded-map";
import { faultLine } from "../runtime/fault.server";
import type { InTime } from "../runtime/deadline.server";
import { logEvent } from "../runtime/log.server";
import { PlatformError, type NamedPosition } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";
import { COPY_VERSION, readCopy, writeCopy, type Copy } from "./position-copy-format.server";
import type { PositionCopy } from "./position-copy.server";
import { loadPositionPage, type PositionPage } from "./position-page.server";

/** How long this isolate trusts that a copy it wrote still exists, in ms. */
const WRITTEN_MS = 60 * 60 * 1000;

/**
 * The copies that this isolate last wrote, by position uuid; `readAt` is when the last read reported to the
 * copy began. Times are in ms since 1970.
 */
const lastWritten = new BoundedMap<string, { digest: string; at: number; readAt: number }>(1000);

/**
 * Least time between reads that are reported to a copy, in ms. Uncached pages would report every request.
 */
const TOLD_MS = 1000;

/** Details of removed positions from their copies, by position uuid. */
const lastNames = new BoundedMap<string, { clientUuid: string; position: NamedPosition }>(1000);

interface PositionPagesOptions {
  reads: PlatformReads;
  copies: DurableObjectNamespace<PositionCopy>;
  /**
   * Whether copies of this client's positions made at this time (ms since 1970) have been purged since.
   * Without this function copies are never shown, and serve only to validate forms.
   */
  isPurged?: (clientUuid: string, madeAt: number) => Promise<boolean>;
  /** The same, from memory alone. */
  isKnownPurged: (clientUuid: string, madeAt: number) => boolean;
  /**
   * When the first read of this request began, in ms since 1970; undefined if memory answered it.
   */
  readSince: () => number | undefined;
  /** When the oldest answer of this request was read, in ms since 1970. */
  knownSince: () => number | undefined;
  /** How long a position must be 404 before its copy is deleted, in ms. */
  forgetAfterMs: number;
  /** Limits the time that a screen waits. */
  inTime: InTime;
  /** Keeps work running after the response. */
  waitUntil: (work: Promise<unknown>) => void;
}

export type PositionPages = ReturnType<typeof createPositionPages>;

/**
 * Position pages for one request: from the platform, or during an outage from the last good copy.
 */
export function createPositionPages(options: PositionPagesOptions) {
  const { reads, copies, isPurged, isKnownPurged, forgetAfterMs, inTime, waitUntil } = options;
  const { readSince, knownSince } = options;
  /**
   * Loaded pages. The response to a form shows the page that the form was validated against.
   */
  const loaded = new Map<string, PositionPage>();
  let copiedAt: number | undefined;
  const copyOf = (positionUuid: string) => copies.get(copies.idFromName(positionUuid));

  async function load(positionUuid: string): Promise<PositionPage> {
    const before = loaded.get(positionUuid);
    if (before) return before;
    const begunAt = Date.now();
    const page = await loadPositionPage(reads, positionUuid);
    loaded.set(positionUuid, page);
    waitUntil(keepCopy(page, knownSince() ?? begunAt));
    return page;
  }

  async function loadToShow(
    positionUuid: string,
    isOld: NonNullable<typeof isPurged>,
  ): Promise<PositionPage> {
    try {
      return await load(positionUuid);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind === "too-often") throw error;
      const seenAt = readSince();
      if (error.isGone) {
        const named = await withName(error, positionUuid, seenAt);
        if (seenAt !== undefined) waitUntil(copyAfter(error, positionUuid, seenAt));
        throw named;
      }
      const copy = await copyAfter(error, positionUuid, seenAt);
      if (!copy || (await isOld(copy.page.clientUuid, copy.madeAt))) throw error;
      return standIn(copy, positionUuid, error);
    }
  }

  async function loadForApplication(positionUuid: string): Promise<PositionPage> {
    try {
      return await load(positionUuid);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind === "too-often") throw error;
      const named = await withName(error, positionUuid, readSince());
      const copy = await copyAfter(error, positionUuid, readSince());
      if (!copy) throw named;
      return standIn(copy, positionUuid, error);
    }
  }

  /**
   * Adds a removed position's name to the error, from its copy if the platform does not give it.
   *
   * @param at as for `copyAfter`
   */
  async function withName(error: PlatformError, positionUuid: string, at: number | undefined) {
    if (!error.isGone || error.position || !isPlatformId(positionUuid)) return error;
    if (at !== undefined) {
      const stored = await inTime(() => copyOf(positionUuid).get()).catch(() => undefined);
      const copy = stored && readCopy(stored);
      if (copy && "page" in copy) {
        const { clientUuid, title, location } = copy.page;
        lastNames.set(positionUuid, { clientUuid, position: { name: title, location } });
      }
    }
    const named = lastNames.get(positionUuid);
    return named ? error.ofClient(error.clientUuid ?? named.clientUuid, named.position) : error;
  }

  /** Continues with a copy, and logs why. */
  function standIn({ page, madeAt }: Copy, positionUuid: string, why: PlatformError) {
    console.error(why.message);
    copiedAt = madeAt;
    loaded.set(positionUuid, page);
    return page;
  }

  /** Writes the page's copy, unless this isolate recently wrote the same one. */
  async function keepCopy(page: PositionPage, readAt: number): Promise<void> {
    const digest = await digestOf(page);
    const last = lastWritten.get(page.positionUuid);
    const isSame = last?.digest === digest && Date.now() - last.at < WRITTEN_MS;
    const isKept = isSame && !isKnownPurged(page.clientUuid, last.at);
    // Cached answers are not news, nor are reads of about the same time.
    if (isKept && readAt < last.readAt + TOLD_MS) return;
    const object = copyOf(page.positionUuid);
    try {
      if (isKept && (await object.found(readAt))) {
        last.readAt = readAt;
        return;
      }
      await object.put(writeCopy(page), readAt, COPY_VERSION);
      lastWritten.set(page.positionUuid, { digest, at: Date.now(), readAt });
    } catch (error) {
      console.error(
        "A position could not be kept for when the platform is away:",
        faultLine(error),
      );
    }
  }

  /**
   * The copy to use after a failed read. A closed position's copy is deleted, so that an outage cannot bring
   * it back; a 404 may be temporary.
   *
   * @param at when the failed read began, in ms since 1970; undefined for a remembered failure, which does
   *   not count as another 404
   */
  async function copyAfter(
    { kind }: PlatformError,
    positionUuid: string,
    at: number | undefined,
  ): Promise<Copy | undefined> {
    if (!isPlatformId(positionUuid)) return undefined;
    const asked = async () => {
      const object = copyOf(positionUuid);
      const isMissing = kind === "not-found" && at !== undefined;
      // Report the next good read to the copy, which resets `missingSince` or stores it again.
      const last = isMissing || kind === "closed" ? lastWritten.get(positionUuid) : undefined;
      if (last) last.readAt = 0;
      if (kind === "closed") return object.remove();
      return isMissing ? object.missing(at, forgetAfterMs) : object.get();
    };
    // Durable Objects that were moved, or reset by a deployment, fail once.
    const stored = await asked()
      .catch(asked)
      .catch((error: unknown) => {
        console.error("A position's copy could not be read:", faultLine(error));
      });
    if (!stored) return undefined;
    const copy = readCopy(stored);
    if (!("wrong" in copy)) return copy;
    logEvent("position-copy-unreadable", { at: copy.wrong.join(", ") });
    return undefined;
  }

  return {
    /**
     * The page of a position, for display.
     *
     * @throws PlatformError if neither the platform nor an unpurged copy has it
     */
    load: (positionUuid: string): Promise<PositionPage> =>
      isPurged ? loadToShow(positionUuid, isPurged) : load(positionUuid),

    /**
     * The page of a position, for validating a form. Any copy will do, even during a 404: the application
     * waits until the platform accepts it.
     *
     * @throws PlatformError if the position is closed or has no copy
     */
    loadForApplication,

    /**
     * The uuid of the client of an open or closed position.
     *
     * @throws PlatformError if the platform does not tell
     */
    async clientUuidOf(positionUuid: string): Promise<string> {
      try {
        return (await reads.position(positionUuid)).clientUuid;
      } catch (error) {
        if (error instanceof PlatformError && error.clientUuid !== undefined) {
          return error.clientUuid;
        }
        throw error;
      }
    },

    /**
     * When the copy used by this request was made, in ms since 1970; undefined if none was used.
     */
    get copiedAt(): number | undefined {
      return copiedAt;
    },
  };
}

/** Digests of copies. Unchanged pages are the same object. */
const digests = new WeakMap<PositionPage, string>();

async function digestOf(page: PositionPage): Promise<string> {
  const known = digests.get(page);
  if (known !== undefined) return known;
  const json = new TextEncoder().encode(writeCopy(page));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", json));
  const text = String.fromCharCode(...digest);
  digests.set(page, text);
  return text;
}

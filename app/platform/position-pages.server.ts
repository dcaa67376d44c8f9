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

/** How long this isolate relies on a copy that it has written, in ms. */
const WRITTEN_MS = 60 * 60 * 1000;

/**
 * What this isolate last wrote of each position, and when, by the position's uuid; `readAt` is when the
 * last read began that the copy was told of. Times are in ms since 1970.
 */
const lastWritten = new BoundedMap<string, { digest: string; at: number; readAt: number }>(1000);

/**
 * A copy that was told of a read is not told of another one that began within so many ms: what is drawn
 * for each visitor would tell it each time.
 */
const TOLD_MS = 1000;

/** What the copies of positions that are gone have said of them, by the position's uuid. */
const lastNames = new BoundedMap<string, { clientUuid: string; position: NamedPosition }>(1000);

interface PositionPagesOptions {
  reads: PlatformReads;
  copies: DurableObjectNamespace<PositionCopy>;
  /**
   * Whether what was copied of this client's positions at this time (ms since 1970) has been purged
   * since, and must not be shown. Without it no copy is ever shown, and copies serve only to check
   * forms.
   */
  isPurged?: (clientUuid: string, madeAt: number) => Promise<boolean>;
  /** The same, as far as it is known without asking. */
  isKnownPurged: (clientUuid: string, madeAt: number) => boolean;
  /**
   * When the first of the reads began that this request waited for, in ms since 1970. Undefined for one
   * that is answered from what is remembered.
   */
  readSince: () => number | undefined;
  /** When the oldest answer was read that this request was given, in ms since 1970. */
  knownSince: () => number | undefined;
  /** For how long a position must be answered 404 until its copy is forgotten, in ms. */
  forgetAfterMs: number;
  /** Ends what a screen waits for. */
  inTime: InTime;
  /** Has work go on after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

export type PositionPages = ReturnType<typeof createPositionPages>;

/**
 * What positions' pages show, for one request: the platform's own word, and while the platform is
 * away, the last good copy of it.
 */
export function createPositionPages(options: PositionPagesOptions) {
  const { reads, copies, isPurged, isKnownPurged, forgetAfterMs, inTime, waitUntil } = options;
  const { readSince, knownSince } = options;
  /**
   * What this request has loaded: a form's answer shows the page that the form was checked against.
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
   * The same error, with the name of a position that is gone: where the platform does not say it, its
   * copy does, before that is removed.
   *
   * @param at as for `copyAfter`; what is remembered is not looked for again
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

  /** Has this request go on with a copy, and the log say why. */
  function standIn({ page, madeAt }: Copy, positionUuid: string, why: PlatformError) {
    console.error(why.message);
    copiedAt = madeAt;
    loaded.set(positionUuid, page);
    return page;
  }

  /** Writes the page's copy, unless this isolate has lately written the same and it is still there. */
  async function keepCopy(page: PositionPage, readAt: number): Promise<void> {
    const digest = await digestOf(page);
    const last = lastWritten.get(page.positionUuid);
    const isSame = last?.digest === digest && Date.now() - last.at < WRITTEN_MS;
    const isKept = isSame && !isKnownPurged(page.clientUuid, last.at);
    // A page of an answer that was read before brings nothing new, nor does one of the same moment.
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
   * What is left of the position's copy after the platform has failed. The copy of one that is closed
   * is removed, so that it does not come back when the platform is away; for a 404 that may pass.
   *
   * @param at when the read began that failed, in ms since 1970; undefined for what is remembered of an
   *   earlier one, which is not another 404
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
      // The copy is told of the next good read: it ends the time for which the position is missing, or
      // brings the copy back.
      const last = isMissing || kind === "closed" ? lastWritten.get(positionUuid) : undefined;
      if (last) last.readAt = 0;
      if (kind === "closed") return object.remove();
      return isMissing ? object.missing(at, forgetAfterMs) : object.get();
    };
    // An object that is moved or made anew, as all are by a deployment, fails once.
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
     * The page of a position, to be shown.
     *
     * @throws PlatformError when neither the platform nor a copy that may be shown has it
     */
    load: (positionUuid: string): Promise<PositionPage> =>
      isPurged ? loadToShow(positionUuid, isPurged) : load(positionUuid),

    /**
     * The page of a position, to check a filled-in form against. Any copy will do, also while the
     * platform answers 404: the application is kept until it takes it.
     *
     * @throws PlatformError when the position is closed, or there is no copy
     */
    loadForApplication,

    /**
     * The uuid of the client that has the position, or had it before it was closed.
     *
     * @throws PlatformError when the platform does not say
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
     * When the copy was made that stood in for the platform, in ms since 1970; undefined if none
     * did.
     */
    get copiedAt(): number | undefined {
      return copiedAt;
    },
  };
}

/** The digests of pages' copies; a page that has not changed is the same one. */
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

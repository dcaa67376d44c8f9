import { BoundedMap } from "../runtime/bounded-map";
import { faultLine } from "../runtime/fault.server";
import { logEvent } from "../runtime/log.server";
import { PlatformError } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";
import { isPlatformId } from "./ids";
import { COPY_VERSION, readCopy, writeCopy, type Copy } from "./position-copy-format.server";
import type { PositionCopy } from "./position-copy.server";
import { loadPositionPage, type PositionPage } from "./position-page.server";

/** How long this isolate relies on a copy that it has written, in ms. */
const WRITTEN_MS = 60 * 60 * 1000;

/** How long this isolate relies on a copy that it has removed, in ms. */
const REMOVED_MS = 60_000;

/** Stands in a digest's place for a copy that was removed. */
const REMOVED = "removed";

/** What this isolate last did to each position's copy, by the position's uuid. */
const lastDone = new BoundedMap<string, { digest: string; at: number }>(1000);

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
  /** When the first of this request's shared reads began, in ms since 1970. */
  readSince: () => number | undefined;
  /** Has work go on after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * What positions' pages show, for one request: the platform's own word, and while the platform is
 * away, the last good copy of it.
 */
export function createPositionPages(options: PositionPagesOptions) {
  const { reads, copies, isPurged, isKnownPurged, readSince, waitUntil } = options;
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
    waitUntil(keepCopy(page, readSince() ?? begunAt));
    return page;
  }

  /** @param mayServe whether a copy may stand in when the platform is away */
  async function loadOrCopy(
    positionUuid: string,
    mayServe: (copy: Copy) => Promise<boolean>,
  ): Promise<PositionPage> {
    try {
      return await load(positionUuid);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.isGone) waitUntil(removeCopy(positionUuid));
      const copy = error.isGone ? undefined : await lastGood(positionUuid);
      if (!copy || !(await mayServe(copy))) throw error;
      console.error(error.message);
      copiedAt = copy.madeAt;
      loaded.set(positionUuid, copy.page);
      return copy.page;
    }
  }

  /** Writes the page's copy, unless this isolate has lately written the same. */
  async function keepCopy(page: PositionPage, readAt: number): Promise<void> {
    const json = writeCopy(page);
    const digest = await digestOf(json);
    const last = lastDone.get(page.positionUuid);
    const isThere = last?.digest === digest && Date.now() - last.at < WRITTEN_MS;
    if (isThere && !isKnownPurged(page.clientUuid, last.at)) return;
    try {
      await copyOf(page.positionUuid).put(json, readAt, COPY_VERSION);
      lastDone.set(page.positionUuid, { digest, at: Date.now() });
    } catch (error) {
      console.error(
        "A position could not be kept for when the platform is away:",
        faultLine(error),
      );
    }
  }

  /**
   * Removes the copy of a position that is gone: it must not come back when the platform is away.
   */
  async function removeCopy(positionUuid: string): Promise<void> {
    if (!isPlatformId(positionUuid)) return;
    const last = lastDone.get(positionUuid);
    if (last?.digest === REMOVED && Date.now() - last.at < REMOVED_MS) return;
    lastDone.set(positionUuid, { digest: REMOVED, at: Date.now() });
    await copyOf(positionUuid)
      .remove()
      .catch(() => lastDone.delete(positionUuid));
  }

  /** The copy, where there is one that can be had and read. */
  async function lastGood(positionUuid: string): Promise<Copy | undefined> {
    const stored = await copyOf(positionUuid)
      .get()
      .catch(() => undefined);
    if (stored === undefined) return undefined;
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
      isPurged
        ? loadOrCopy(
            positionUuid,
            async ({ page, madeAt }) => !(await isPurged(page.clientUuid, madeAt)),
          )
        : load(positionUuid),

    /**
     * The page of a position, to check a filled-in form against. Any copy will do: the application
     * is kept until the platform is back.
     *
     * @throws PlatformError when the position is known to be gone, or there is no copy
     */
    loadForApplication: (positionUuid: string): Promise<PositionPage> =>
      loadOrCopy(positionUuid, () => Promise.resolve(true)),

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

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return String.fromCharCode(...new Uint8Array(digest));
}

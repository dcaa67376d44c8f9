import { BoundedMap } from "../runtime/bounded-map";
import { faultLine } from "../runtime/fault.server";
import { PlatformError } from "./errors";
import { isPlatformId } from "./ids";
import type { PositionCopy } from "./position-copy.server";
import { loadPositionPage, type PositionPage } from "./position-page.server";
import type { PlatformReads } from "./shared-reads.server";

interface PositionPagesOptions {
  reads: PlatformReads;
  copies: DurableObjectNamespace<PositionCopy>;
  /**
   * Whether a client's copy of a time is not to be shown any more; without it, no copy is ever shown,
   * and copies serve only to check a form by.
   */
  isPurged?: (clientUuid: string, madeAt: number) => Promise<boolean>;
  /** The same, as far as is known without asking. */
  isKnownPurged: (clientUuid: string, madeAt: number) => boolean;
  /** When the first of this request's shared reads began, in ms since 1970. */
  readSince: () => number | undefined;
  /** Has work go on after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** What the pages of positions show, for one request, and what is known while the platform is away. */
export function createPositionPages(options: PositionPagesOptions) {
  const { reads, copies, isPurged, isKnownPurged, readSince, waitUntil } = options;
  /** What was loaded for this request: the answer to a form is drawn from what it was checked by. */
  const loaded = new Map<string, PositionPage>();
  let copiedAt: number | undefined;
  const copyOf = (positionUuid: string) => copies.get(copies.idFromName(positionUuid));

  async function load(positionUuid: string): Promise<PositionPage> {
    const before = loaded.get(positionUuid);
    if (before) return before;
    const begunAt = Date.now();
    const page = await loadPositionPage(reads, positionUuid);
    loaded.set(positionUuid, page);
    waitUntil(remember(page, readSince() ?? begunAt));
    return page;
  }

  /** Where the platform is away, the last good copy serves, if it may. */
  async function loadOrCopy(
    positionUuid: string,
    mayServe: (page: PositionPage, madeAt: number) => Promise<boolean>,
  ): Promise<PositionPage> {
    try {
      return await load(positionUuid);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const isGone = error.kind === "not-found" || error.kind === "closed";
      if (isGone) waitUntil(forget(positionUuid));
      const copy = isGone ? undefined : await lastGood(positionUuid);
      if (!copy || !(await mayServe(copy.page, copy.madeAt))) throw error;
      console.error(error.message);
      copiedAt = copy.madeAt;
      loaded.set(positionUuid, copy.page);
      return copy.page;
    }
  }

  async function remember(page: PositionPage, readAt: number): Promise<void> {
    // Tokens are read afresh when they are needed.
    const { csrfToken: _, ...copy } = page;
    const json = JSON.stringify(copy);
    const digest = await digestOf(json);
    const last = remembered.get(page.positionUuid);
    const isThere = last?.digest === digest && Date.now() - last.at < REMEMBERED_MS;
    if (isThere && !isKnownPurged(page.clientUuid, last.at)) return;
    try {
      await copyOf(page.positionUuid).put(json, readAt);
      noteCopy(page.positionUuid, digest);
    } catch (error) {
      console.error(
        "A position could not be kept for when the platform is away:",
        faultLine(error),
      );
    }
  }

  /** What is gone does not come back when the platform is away. */
  async function forget(positionUuid: string): Promise<void> {
    if (!isPlatformId(positionUuid)) return;
    const last = remembered.get(positionUuid);
    if (last?.digest === NO_COPY && Date.now() - last.at < NO_COPY_MS) return;
    noteCopy(positionUuid, NO_COPY);
    await copyOf(positionUuid)
      .remove()
      .catch(() => remembered.delete(positionUuid));
  }

  async function lastGood(positionUuid: string) {
    const copy = await copyOf(positionUuid)
      .get()
      .catch(() => undefined);
    return copy && { page: JSON.parse(copy.page) as PositionPage, madeAt: copy.madeAt }; // as it was written
  }

  return {
    /** For a page. @throws PlatformError */
    load: (positionUuid: string): Promise<PositionPage> =>
      isPurged
        ? loadOrCopy(
            positionUuid,
            async ({ clientUuid }, madeAt) => !(await isPurged(clientUuid, madeAt)),
          )
        : load(positionUuid),

    /**
     * For a form that has been filled in: any copy will do to check it by, so that it can be kept.
     *
     * @throws PlatformError when the position is known to be gone, or there is no copy
     */
    loadForApplication: (positionUuid: string): Promise<PositionPage> =>
      loadOrCopy(positionUuid, () => Promise.resolve(true)),

    /** Whose a position is, also one that is closed. @throws PlatformError where it is not known */
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

    /** When the copy was made that served in the platform's place, in ms since 1970. */
    get copiedAt(): number | undefined {
      return copiedAt;
    },
  };
}

/** How long this isolate takes a copy that it made for made, in ms. */
const REMEMBERED_MS = 60 * 60 * 1000;

/** The copies that this isolate has made: one is made again when it changes, or grows old. */
const remembered = new BoundedMap<string, { digest: string; at: number }>(1000);

/** Stands in a digest's place for a position that is gone; for so long it is not removed again, in ms. */
const NO_COPY = "none";
const NO_COPY_MS = 60_000;

function noteCopy(positionUuid: string, digest: string): void {
  remembered.set(positionUuid, { digest, at: Date.now() });
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return String.fromCharCode(...new Uint8Array(digest));
}

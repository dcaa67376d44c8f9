import type { PlatformClient } from "./client.server";
import { PlatformError } from "./errors";
import type { PositionCopy } from "./position-copy.server";
import { loadPositionPage, type PositionPage } from "./position-page.server";

interface PositionPagesOptions {
  platform: PlatformClient;
  copies: DurableObjectNamespace<PositionCopy>;
  /** Has work go on after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** What the pages of positions show, for one request, and what is known while the platform is away. */
export function createPositionPages({ platform, copies, waitUntil }: PositionPagesOptions) {
  /** What was loaded for this request: the answer to a form is drawn from what it was checked by. */
  const loaded = new Map<string, PositionPage>();
  const copyOf = (positionUuid: string) => copies.get(copies.idFromName(positionUuid));

  async function load(positionUuid: string): Promise<PositionPage> {
    const before = loaded.get(positionUuid);
    if (before) return before;
    const page = await loadPositionPage(platform, positionUuid);
    loaded.set(positionUuid, page);
    waitUntil(remember(page));
    return page;
  }

  async function remember(page: PositionPage): Promise<void> {
    // Tokens are read afresh when they are needed.
    const { csrfToken: _, ...copy } = page;
    const json = JSON.stringify(copy);
    const digest = await digestOf(json);
    const last = remembered.get(page.positionUuid);
    if (last?.digest === digest && Date.now() - last.at < REMEMBERED_MS) return;
    try {
      await copyOf(page.positionUuid).put(json);
      if (remembered.size >= REMEMBERED_MOST) remembered.clear();
      remembered.set(page.positionUuid, { digest, at: Date.now() });
    } catch (error) {
      console.error("A position could not be kept for when the platform is away:", error);
    }
  }

  async function lastGood(positionUuid: string): Promise<PositionPage | undefined> {
    const json = await copyOf(positionUuid)
      .get()
      .catch(() => undefined);
    return json === undefined ? undefined : (JSON.parse(json) as PositionPage); // as it was written
  }

  return {
    /** As the platform has it now. @throws PlatformError */
    load,

    /**
     * For a form that has been filled in: where the platform is away, the last good copy serves,
     * so that an application can be checked and kept.
     *
     * @throws PlatformError when the position is known to be gone, or there is no copy
     */
    async loadForApplication(positionUuid: string): Promise<PositionPage> {
      try {
        return await load(positionUuid);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        const isGone = error.kind === "not-found" || error.kind === "closed";
        const copy = isGone ? undefined : await lastGood(positionUuid);
        if (!copy) throw error;
        console.error(error.message);
        loaded.set(positionUuid, copy);
        return copy;
      }
    },
  };
}

/** How long this isolate takes a copy that it made for made, in ms. */
const REMEMBERED_MS = 60 * 60 * 1000;
const REMEMBERED_MOST = 1000;

/** The copies that this isolate has made: one is made again when it changes, or grows old. */
const remembered = new Map<string, { digest: string; at: number }>();

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return String.fromCharCode(...new Uint8Array(digest));
}

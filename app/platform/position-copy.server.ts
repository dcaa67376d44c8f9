import { DurableObject } from "cloudflare:workers";

import { onMissing } from "./missing";
import { readTime } from "./position-copy-format.server";

const HOUR = 60 * 60 * 1000;

/**
 * How long a copy is kept, in ms: a week (design, section 6), and the hour for which an isolate does
 * not write a copy again that has not changed.
 */
const KEPT_MS = (7 * 24 + 1) * HOUR;

/** A copy as it is stored, unread. */
interface StoredCopy {
  page: string;
  madeAt: number | undefined;
  version: number | undefined;
}

/**
 * Keeps the last good copy of one position's page, for when the platform is away. The Cache API
 * could not: it is empty in every other data centre, and does nothing on workers.dev.
 *
 * Stored are `page`, `version` and `madeAt`, read by `readCopy`; after a 404 `missingSince`, which
 * says nothing any more once `madeAt` is later; after `remove`, `madeAt` alone.
 */
export class PositionCopy extends DurableObject {
  /**
   * Stores a page, unless what is stored was read later.
   *
   * @param page its JSON, as `writeCopy` writes it
   * @param readAt when the read that it comes from began, in ms since 1970
   * @param version the JSON's version. The caller says it, because during a deployment the caller
   *   may be of another build than this object.
   */
  async put(page: string, readAt: number, version: number): Promise<void> {
    const { kv } = this.ctx.storage;
    if (readAt <= (this.#time("madeAt") ?? 0)) return;
    kv.put("page", page);
    kv.put("version", version);
    kv.put("madeAt", readAt);
    await this.ctx.storage.setAlarm(Date.now() + KEPT_MS);
  }

  /**
   * The platform has the position, and what it says is what was put here before.
   *
   * @param readAt when the read began, in ms since 1970
   * @returns whether a copy is here: one that has been forgotten must be put here again
   */
  found(readAt: number): boolean {
    const { kv } = this.ctx.storage;
    const since = this.#time("missingSince");
    if (since !== undefined && since < readAt) kv.delete("missingSince");
    return kv.get("page") !== undefined;
  }

  /**
   * The platform has answered 404. When it has done so for long enough, the copy is deleted.
   *
   * @param at when the read began, in ms since 1970
   * @param forgetAfterMs for how long it must answer 404, in ms
   * @returns what is left, as `get` does
   */
  async missing(at: number, forgetAfterMs: number): Promise<StoredCopy | undefined> {
    const stored = this.get();
    if (!stored) return undefined;
    const missingSince = this.#time("missingSince");
    const left = onMissing({ readAt: this.#time("madeAt") ?? 0, missingSince }, at, forgetAfterMs);
    if (left === "forget") {
      await this.remove();
      return undefined;
    }
    if (left.missingSince !== missingSince) {
      this.ctx.storage.kv.put("missingSince", left.missingSince);
    }
    return stored;
  }

  /** What is stored, unread. */
  get(): StoredCopy | undefined {
    const { kv } = this.ctx.storage;
    const page = kv.get<string>("page");
    if (page === undefined) return undefined;
    return { page, madeAt: kv.get<number>("madeAt"), version: kv.get<number>("version") };
  }

  /**
   * Deletes the copy, because the position is gone. The time is kept, so that a read that began
   * before and ends later does not store the position again.
   */
  async remove(): Promise<void> {
    const { kv } = this.ctx.storage;
    if (kv.get("page") === undefined) return;
    kv.delete("page");
    kv.delete("version");
    kv.delete("missingSince");
    kv.put("madeAt", Date.now());
    await this.ctx.storage.setAlarm(Date.now() + KEPT_MS);
  }

  override alarm(): Promise<void> {
    return this.ctx.storage.deleteAll();
  }

  #time(key: "madeAt" | "missingSince"): number | undefined {
    return readTime(this.ctx.storage.kv.get(key));
  }
}

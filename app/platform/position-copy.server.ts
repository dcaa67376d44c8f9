import { DurableObject } from "cloudflare:workers";

import { onMissing } from "./missing";
import { readTime } from "./position-copy-format.server";

const HOUR = 60 * 60 * 1000;

/**
 * How long a copy lives, in ms: a week (design, section 6), plus the hour during which an isolate does not
 * rewrite an unchanged copy.
 */
const KEPT_MS = (7 * 24 + 1) * HOUR;

/** A stored copy, unparsed. */
interface StoredCopy {
  page: string;
  madeAt: number | undefined;
  version: number | undefined;
}

/**
 * Stores the last good copy of one position's page, for platform outages. The Cache API would not do: it is
 * local to a data centre, and disabled on workers.dev.
 *
 * Stores `page`, `version` and `madeAt`, parsed by `readCopy`; after a 404 also `missingSince`, which is
 * obsolete once `madeAt` is later; after `remove` only `madeAt`.
 */
export class PositionCopy extends DurableObject {
  /**
   * Stores a page, unless a later one is stored.
   *
   * @param page its JSON, as `writeCopy` writes it
   * @param readAt when its read began, in ms since 1970
   * @param version of the JSON: during a deployment the caller may run another build than this object
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
   * The platform has the position, unchanged.
   *
   * @param readAt when the read began, in ms since 1970
   * @returns whether a copy exists; otherwise store it again
   */
  found(readAt: number): boolean {
    const { kv } = this.ctx.storage;
    const since = this.#time("missingSince");
    if (since !== undefined && since < readAt) kv.delete("missingSince");
    return kv.get("page") !== undefined;
  }

  /**
   * The platform answered 404. The copy is deleted once it has done so for long enough.
   *
   * @param at when the read began, in ms since 1970
   * @param forgetAfterMs how long it must answer 404, in ms
   * @returns the result of `get`
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

  /** The stored copy, unparsed. */
  get(): StoredCopy | undefined {
    const { kv } = this.ctx.storage;
    const page = kv.get<string>("page");
    if (page === undefined) return undefined;
    return { page, madeAt: kv.get<number>("madeAt"), version: kv.get<number>("version") };
  }

  /**
   * Deletes the copy of a removed position, but not its time: a read that began earlier must not store it
   * again.
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

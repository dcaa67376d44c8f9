import { DurableObject } from "cloudflare:workers";

import { FIRST_COPY_VERSION } from "./position-copy-format.server";

/**
 * How long a copy is kept, in ms: a day (design, section 7), and the hour for which an isolate does
 * not write a copy again that has not changed.
 */
const KEPT_MS = 25 * 60 * 60 * 1000;

/**
 * For how long builds up to 73db282 kept a copy, in ms. They stored no `madeAt`, but set the alarm
 * when they made it.
 */
const FIRST_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Keeps the last good copy of one position's page, for when the platform is away. The Cache API
 * could not: it is empty in every other data centre, and does nothing on workers.dev.
 *
 * Stored are `page`, `version` and `madeAt`; after `remove`, `madeAt` alone. What they hold is read
 * by `readCopy`.
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
  async put(page: string, readAt: number, version = FIRST_COPY_VERSION): Promise<void> {
    const { kv } = this.ctx.storage;
    if (readAt <= (kv.get<number>("madeAt") ?? 0)) return;
    kv.put("page", page);
    kv.put("version", version);
    kv.put("madeAt", readAt);
    await this.ctx.storage.setAlarm(Date.now() + KEPT_MS);
  }

  /** What is stored, unread: a key that an earlier build did not write is undefined. */
  async get(): Promise<{ page: string; madeAt?: number; version?: number } | undefined> {
    const { kv } = this.ctx.storage;
    const page = kv.get<string>("page");
    if (page === undefined) return undefined;
    const alarm = await this.ctx.storage.getAlarm();
    const madeAt = kv.get<number>("madeAt") ?? (alarm === null ? undefined : alarm - FIRST_KEPT_MS);
    const version = kv.get<number>("version");
    return {
      page,
      ...(madeAt !== undefined && { madeAt }),
      ...(version !== undefined && { version }),
    };
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
    kv.put("madeAt", Date.now());
    await this.ctx.storage.setAlarm(Date.now() + KEPT_MS);
  }

  override alarm(): Promise<void> {
    return this.ctx.storage.deleteAll();
  }
}

import { DurableObject } from "cloudflare:workers";

/** A day (design, section 7), and the hour for which one that stays the same is not made again, in ms. */
const KEPT_MS = 25 * 60 * 60 * 1000;

/**
 * The last good copy of one position, as JSON, for when the platform is away. Not the Cache API: that
 * is empty in every other data centre, and on workers.dev always.
 */
export class PositionCopy extends DurableObject {
  /** @param readAt when the reading for it began, in ms since 1970; what was read later stays */
  async put(page: string, readAt: number): Promise<void> {
    const { kv } = this.ctx.storage;
    if (readAt <= (kv.get<number>("madeAt") ?? 0)) return;
    kv.put("page", page);
    kv.put("madeAt", readAt);
    await this.ctx.storage.setAlarm(Date.now() + KEPT_MS);
  }

  /** The copy, and when it was made, in ms since 1970. */
  get(): { page: string; madeAt: number } | undefined {
    const { kv } = this.ctx.storage;
    const page = kv.get<string>("page");
    return page === undefined ? undefined : { page, madeAt: kv.get<number>("madeAt") ?? 0 };
  }

  /** What it is a copy of is gone: a reading from before does not bring it back. */
  async remove(): Promise<void> {
    const { kv } = this.ctx.storage;
    if (kv.get("page") === undefined) return;
    kv.delete("page");
    kv.put("madeAt", Date.now());
    await this.ctx.storage.setAlarm(Date.now() + KEPT_MS);
  }

  override alarm(): Promise<void> {
    return this.ctx.storage.deleteAll();
  }
}

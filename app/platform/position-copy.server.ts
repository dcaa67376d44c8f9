import { DurableObject } from "cloudflare:workers";

/** How long a copy is kept after it was last made, in ms (design, section 7). */
const KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * The last good copy of one position, as JSON, for when the platform is away. Not the Cache API: that
 * is empty in every other data centre, and on workers.dev always.
 */
export class PositionCopy extends DurableObject {
  async put(page: string): Promise<void> {
    this.ctx.storage.kv.put("page", page);
    this.ctx.storage.kv.put("madeAt", Date.now());
    await this.ctx.storage.setAlarm(Date.now() + KEPT_MS);
  }

  /** The copy, and when it was made, in ms since 1970. */
  get(): { page: string; madeAt: number } | undefined {
    const { kv } = this.ctx.storage;
    const page = kv.get<string>("page");
    return page === undefined ? undefined : { page, madeAt: kv.get<number>("madeAt") ?? 0 };
  }

  remove(): Promise<void> {
    return this.ctx.storage.deleteAll();
  }

  override alarm(): Promise<void> {
    return this.remove();
  }
}

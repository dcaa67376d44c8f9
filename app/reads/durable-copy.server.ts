import { DurableObject } from "cloudflare:workers";
import { COPY_VERSION, copySchema, type StoredCopy } from "./copy-format";

const HOUR = 60 * 60 * 1000;

/**
 * How long a copy is stored, in ms: a week, plus the hour in which an isolate does not
 * rewrite an unchanged copy.
 */
const LIFETIME_MS = (7 * 24 + 1) * HOUR;

/**
 * Stores the platform's last good response, for outages. The Cache API is unsuitable, because it is local to
 * a data centre and disabled on workers.dev.
 */
export class DurableCopy extends DurableObject {
  /** Stores a response, unless the stored copy is newer. @param readAt when the read began */
  async put(gzip: ArrayBuffer, readAt: number): Promise<void> {
    const last = this.get();
    if (last && readAt <= last.readAt) return;
    const { missingSince = 0 } = last ?? {};
    // The response to a read that began before the 404 does not clear the 404.
    const isMissing = missingSince >= readAt;
    await this.#store({ version: COPY_VERSION, gzip, readAt, ...(isMissing && { missingSince }) });
  }

  /**
   * Clears an earlier 404 after an unchanged response.
   *
   * @param readAt when the read began
   * @returns false if no copy is stored or the copy is marked as gone. The caller must then store the
   * response again
   */
  confirm(readAt: number): boolean {
    const last = this.get();
    if (!last || last.isGone) return false;
    const { missingSince, ...copy } = last;
    if (missingSince !== undefined && missingSince < readAt) this.ctx.storage.kv.put("copy", copy);
    return true;
  }

  /**
   * Records a 404, which can be temporary. After 404s for `forgetAfterMs`, the copy is marked as gone.
   *
   * @param at when the read began. The same read can be reported twice
   */
  async markMissing(at: number, forgetAfterMs: number): Promise<StoredCopy | undefined> {
    const last = this.get();
    if (!last || last.isGone || at <= last.readAt) return last;
    const missingSince = last.missingSince ?? at;
    if (at - missingSince >= forgetAfterMs) return this.markGone();
    if (missingSince !== last.missingSince) {
      this.ctx.storage.kv.put("copy", { ...last, missingSince });
    }
    return last;
  }

  /** Marks the copy as gone. The response to an earlier read does not restore it. */
  async markGone(): Promise<StoredCopy | undefined> {
    const last = this.get();
    if (!last || last.isGone) return last;
    const { version, gzip } = last;
    return this.#store({ version, gzip, readAt: Date.now(), isGone: true });
  }

  get(): StoredCopy | undefined {
    return copySchema.safeParse(this.ctx.storage.kv.get("copy")).data;
  }

  override alarm(): Promise<void> {
    return this.ctx.storage.deleteAll();
  }

  async #store(copy: StoredCopy): Promise<StoredCopy> {
    this.ctx.storage.kv.put("copy", copy);
    await this.ctx.storage.setAlarm(Date.now() + LIFETIME_MS);
    return copy;
  }
}

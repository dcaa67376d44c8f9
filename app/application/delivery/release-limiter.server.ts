import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { readSettings } from "../../config/settings.server";
import { delay } from "../../runtime/deadline.server";
import type { ObjectsEnv } from "./objects.server";
import { INITIAL_RELEASE, onSlotRequest, onReport, type Release, type Report } from "./release";

const LIMITER_VERSION = 1;

/** Delay of a test alarm and how long to wait for it, in ms. */
const TEST_ALARM_MS = 1000;
const TEST_ALARM_WITHIN_MS = 15_000;

const outageSchema = z.object({
  version: z.literal(LIMITER_VERSION),
  failures: z.number(),
  probeAt: z.number(),
  prober: z.string().optional(),
});

/**
 * Releases waiting applications: at most `RELEASE_PER_SECOND` while the platform is up, one at a time while
 * it is down. One limiter serves the site or each company (`RELEASE_PER`). `release.ts` has the rules. Only
 * an outage is stored, because queued applications ask again.
 */
export class ReleaseLimiter extends DurableObject<ObjectsEnv> {
  #release: Release = this.#readStored();
  #onAlarm: (() => void) | undefined;

  /**
   * @param receiptId receipt id of the application that asks
   * @param isLast the application's time is up, so this is its last attempt
   * @returns 0 to send now, otherwise the delay before asking again, in ms
   */
  requestSlot(receiptId: string, isLast: boolean): number {
    const { release, wait } = onSlotRequest(
      this.#release,
      { receiptId, isLast },
      this.#settings,
      Date.now(),
    );
    this.#setRelease(release);
    return wait;
  }

  /** Records the result of an attempt. */
  report(report: Report): void {
    const clock = { now: Date.now(), random: Math.random() };
    this.#setRelease(onReport(this.#release, report, this.#settings, clock));
  }

  /** Sets an alarm. @returns the delay until it fired, in ms, or undefined if it did not fire */
  async testAlarm(): Promise<number | undefined> {
    const begun = Date.now();
    const alarm = new Promise<number>((resolve) => {
      this.#onAlarm = () => resolve(Date.now() - begun);
    });
    await this.ctx.storage.setAlarm(begun + TEST_ALARM_MS);
    return Promise.race([alarm, delay(TEST_ALARM_WITHIN_MS, undefined)]);
  }

  /** Only `testAlarm` sets one. */
  override alarm(): void {
    this.#onAlarm?.();
  }

  #setRelease(next: Release): void {
    const { kv } = this.ctx.storage;
    const { platform } = this.#release;
    this.#release = next;
    if (next.platform === platform) return;
    if (next.platform.status === "down") {
      const { failures, probeAt, prober } = next.platform;
      kv.put("outage", { version: LIMITER_VERSION, failures, probeAt, prober });
    } else if (platform.status === "down") kv.delete("outage");
  }

  /** State from another build is ignored: the next attempts detect an outage again. */
  #readStored(): Release {
    const stored = this.ctx.storage.kv.get("outage");
    const { data } = outageSchema.safeParse(stored);
    if (!data && stored !== undefined)
      console.error("The release limiter's stored state is invalid");
    if (!data) return INITIAL_RELEASE;
    const { failures, probeAt, prober } = data;
    return { ...INITIAL_RELEASE, platform: { status: "down", failures, probeAt, prober } };
  }

  get #settings() {
    return readSettings(this.env);
  }
}

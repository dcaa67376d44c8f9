import { DurableObject } from "cloudflare:workers";
import * as z from "zod";
import { readSettings } from "~/app/config/settings.server";
import { delay } from "~/app/runtime/deadline.server";
import type { ObjectsEnv } from "./objects.server";
import {
  INITIAL_RELEASE,
  onSlotRequest,
  onReport,
  restoreOutage,
  type Release,
  type Report,
} from "./release";

const LIMITER_VERSION = 1;

/** Delay and timeout of a test alarm, in ms. */
const TEST_ALARM_MS = 1000;
const TEST_ALARM_WITHIN_MS = 15_000;

const outageSchema = z.object({
  version: z.literal(LIMITER_VERSION),
  failures: z.number(),
  probeAt: z.number(),
  prober: z.string().optional(),
});

/**
 * Releases waiting applications according to the rules in `release.ts`. One limiter serves the site or one company
 * (`RELEASE_PER`). Only an outage is stored, because queued applications repeat their requests.
 */
export class ReleaseLimiter extends DurableObject<ObjectsEnv> {
  #release: Release = this.#readStored();
  #onAlarm: (() => void) | undefined;

  /**
   * Handles an application's request for a slot.
   * @param isLast whether this is the application's last attempt
   * @returns 0 to send now, otherwise the delay before the next request, in ms
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

  report(report: Report): void {
    const clock = { now: Date.now(), random: Math.random() };
    this.#setRelease(onReport(this.#release, report, this.#settings, clock));
  }

  /** Sets a test alarm. @returns its delay in ms, or undefined if it did not fire in time */
  async testAlarm(): Promise<number | undefined> {
    const startedAt = Date.now();
    const alarm = new Promise<number>((resolve) => {
      this.#onAlarm = () => resolve(Date.now() - startedAt);
    });
    await this.ctx.storage.setAlarm(startedAt + TEST_ALARM_MS);
    return Promise.race([alarm, delay(TEST_ALARM_WITHIN_MS, undefined)]);
  }

  /** Only `testAlarm` sets an alarm. */
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

  /** Ignores an invalid state, because later attempts detect the outage again. */
  #readStored(): Release {
    const stored = this.ctx.storage.kv.get("outage");
    const { data } = outageSchema.safeParse(stored);
    if (!data && stored !== undefined)
      console.error("The release limiter's stored state is invalid");
    if (!data) return INITIAL_RELEASE;
    const { failures, probeAt, prober } = data;
    return restoreOutage({ status: "down", failures, probeAt, prober }, Date.now());
  }

  get #settings() {
    return readSettings(this.env);
  }
}

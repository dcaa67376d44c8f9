import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { readSettings } from "../../config/settings.server";
import type { ApplicationEnv } from "./objects.server";
import { ANSWERING, onAsk, onReport, type Away, type Release, type Report } from "./release";

/** The version of what is stored. */
const GATE_VERSION = 1;

const awaySchema = z.object({
  version: z.literal(GATE_VERSION),
  failures: z.number(),
  probeAt: z.number(),
  prober: z.string().optional(),
});

/**
 * Lets waiting applications go to the platform: at most `RELEASE_PER_SECOND` while it answers, one at a
 * time while it is away. There is one such object for the site, or for each company (`RELEASE_PER`).
 * `release.ts` decides for it. Only that
 * the platform is away is stored, so that it is still known after a restart; places in the queue are
 * not, because whoever has one asks again at its time.
 */
export class ReleaseGate extends DurableObject<ApplicationEnv> {
  /** A newer build stored what this one cannot read. It is left alone, and known from now on only. */
  #isNewer = false;
  #release: Release = this.#stored();

  /**
   * An application asks for its turn.
   *
   * @param asker its receipt's id
   * @param isLast its time is over: this is its last attempt
   * @returns 0 to go now, or after how many ms it must ask again
   */
  turn(asker: string, isLast: boolean): number {
    const { release, wait } = onAsk(this.#release, { asker, isLast }, this.#settings, Date.now());
    this.#become(release);
    return wait;
  }

  /** An application says what came of a later attempt. */
  report(report: Report): void {
    const clock = { now: Date.now(), random: Math.random() };
    this.#become(onReport(this.#release, report, this.#settings, clock));
  }

  #become(next: Release): void {
    const { kv } = this.ctx.storage;
    const { platform } = this.#release;
    this.#release = next;
    if (next.platform === platform || this.#isNewer) return;
    if (next.platform.is === "away") {
      const { failures, probeAt, prober } = next.platform;
      kv.put("away", { version: GATE_VERSION, failures, probeAt, prober });
    } else if (platform.is === "away") kv.delete("away");
  }

  #stored(): Release {
    const stored = this.ctx.storage.kv.get("away");
    if (stored === undefined) return ANSWERING;
    const { data } = awaySchema.safeParse(stored);
    if (!data) {
      console.error("What the release gate stored cannot be read by this build");
      this.#isNewer = true;
      return ANSWERING;
    }
    const { failures, probeAt, prober } = data;
    const platform: Away = { is: "away", failures, probeAt, prober };
    return { ...ANSWERING, platform };
  }

  get #settings() {
    return readSettings(this.env);
  }
}

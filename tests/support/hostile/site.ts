import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSite } from "../site";

/** The built Worker on one storage, which is killed (SIGKILL) now and then and started again. */
export async function startMortalSite(options: { platform: string; vars: Record<string, string> }) {
  const state = await mkdtemp(join(tmpdir(), "puerta-state-"));
  const start = () => startSite({ ...options, persistTo: state });
  let site = await start();
  const logs = [site.log];
  const ended = new AbortController();
  let kills = 0;
  return {
    /** Where it answers now, or answered before it was killed. */
    get url() {
      return site.url;
    },
    get kills() {
      return kills;
    },
    /** Whether any line that it has printed holds a text. */
    hasLogged: (text: string) => logs.some((lines) => lines.some((line) => line.includes(text))),
    /** Kills it each time after so many seconds, until `live` or `stop` is called. */
    async killAfter(seconds: () => number): Promise<void> {
      for (;;) {
        await sleep(seconds() * 1000, undefined, { signal: ended.signal }).catch(() => undefined);
        if (ended.signal.aborted) return;
        await site.kill();
        site = await start();
        logs.push(site.log);
        kills += 1;
      }
    },
    /** It is not killed any more. */
    live: () => ended.abort(),
    async stop() {
      ended.abort();
      await site.stop();
      await rm(state, { recursive: true, force: true });
    },
  };
}

export type MortalSite = Awaited<ReturnType<typeof startMortalSite>>;

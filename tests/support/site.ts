import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureLocalSecrets } from "../../scripts/local.mjs";
import { seed } from "../../scripts/seed.mjs";
import { freePort, startSiteServer } from "../../scripts/site-server.mjs";

interface SiteOptions {
  /** The address of a platform, or "embedded" for the one that comes with Puerta. */
  platform: string;
  vars?: Record<string, string>;
  /** A state folder to go on from; without one, a new one is made, and removed at the end. */
  persistTo?: string;
}

/**
 * Asks again for what the local server itself has lost between its two processes: a request other
 * than a GET it answers with a 503 of its own then (scripts/site-server.mjs).
 */
export async function untilHeard(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask();
    const isLost =
      response.status === 503 &&
      (await response.clone().text()).startsWith("Your worker restarted");
    if (!isLost) return response;
  }
}

/** The key that sites under test use towards a platform by address. */
export const TEST_API_KEY = "key-for-tests";

/** A fake platform changes from one test to the next: its pages are drawn each time, unless a test is about that. */
const UNDER_TEST = { PLATFORM_API_KEY: TEST_API_KEY, PAGE_CACHE: "off" };

/** Runs the built Worker in workerd on a free port, with a state of its own. */
export async function startSite({ platform, vars = {}, persistTo }: SiteOptions) {
  const embedded = platform === "embedded";
  const state = persistTo ?? (await mkdtemp(join(tmpdir(), "puerta-state-")));
  if (embedded) {
    await ensureLocalSecrets();
    await seed({ persistTo: state });
  }
  const { url, lines, stop } = await startSiteServer({
    embedded,
    port: await freePort(),
    persistTo: state,
    vars: embedded ? vars : { ...UNDER_TEST, PLATFORM_URL: platform, ...vars },
  });
  return {
    url,
    /** Every line that the Worker or its server has printed so far. */
    log: lines,
    /** The state folder, for the scripts' `--persist-to`. */
    state,
    /** Ends it without a chance to put anything away, and leaves its state. */
    kill: () => stop("SIGKILL"),
    async stop() {
      await stop();
      if (persistTo === undefined) await rm(state, { recursive: true, force: true });
    },
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

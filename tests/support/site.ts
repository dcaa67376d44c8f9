import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureLocalSecrets, ROOT } from "../../scripts/local.mjs";
import { seed } from "../../scripts/seed.mjs";
import { freePort, startSiteServer } from "../../scripts/site-server.mjs";

interface SiteOptions {
  /** The address of a platform, or "embedded" for the one that comes with Puerta. */
  platform: string;
  vars?: Record<string, string>;
  /** More of `wrangler.toml`, such as a binding that is not there by default. */
  config?: string;
  /** Pages are kept by their site's name, port and all; a free one if none is given. */
  port?: number;
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

/**
 * Comes back when there is time for twenty seconds' work before the clock's minute ends: by those
 * minutes the local server counts what a visitor does, and begins anew with each.
 */
export async function earlyInAMinute(): Promise<void> {
  const into = Date.now() % 60_000;
  if (into > 40_000) await new Promise((resolve) => setTimeout(resolve, 60_000 - into));
}

/** The key that sites under test use towards a platform by address. */
export const TEST_API_KEY = "key-for-tests";

/** Tests send more forms in a minute than a visitor may, unless one is about that. */
const UNLIMITED = { RATE_LIMITS: "off" };

/** A fake platform changes from one test to the next: its pages are drawn each time, unless a test is about that. */
const UNDER_TEST = { PLATFORM_API_KEY: TEST_API_KEY, PAGE_CACHE: "off", ...UNLIMITED };

/** Runs the built Worker in workerd on a free port, with a state of its own. */
export async function startSite({ platform, vars = {}, config, port, persistTo }: SiteOptions) {
  const embedded = platform === "embedded";
  const state = persistTo ?? (await mkdtemp(join(tmpdir(), "puerta-state-")));
  if (embedded) {
    await ensureLocalSecrets();
    await seed({ persistTo: state });
  }
  const { url, lines, stop } = await startSiteServer({
    embedded,
    port: port ?? (await freePort()),
    persistTo: state,
    ...(config === undefined ? {} : { config: await extendedConfig(state, config) }),
    vars: embedded ? { ...UNLIMITED, ...vars } : { ...UNDER_TEST, PLATFORM_URL: platform, ...vars },
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

/** The site's configuration with more in it, in a file of its own. */
async function extendedConfig(folder: string, more: string): Promise<string> {
  const toml = await readFile(join(ROOT, "wrangler.toml"), "utf8");
  const file = join(folder, "wrangler.toml");
  const placed = toml
    .replace('main = "', `main = "${ROOT}/`)
    .replace('directory = "', `directory = "${ROOT}/`)
    // The local server makes up another version each time it starts, and pages are kept by it.
    .replace(/\[version_metadata\]\n.*\n/, "");
  await writeFile(file, `${placed}\n${more}\n`);
  return file;
}

export type Site = Awaited<ReturnType<typeof startSite>>;

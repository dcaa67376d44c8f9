import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { ROOT } from "../../scripts/local";
import { datasetWorker, type Dataset } from "./dataset";

interface SiteOptions {
  /** The address of a hiring platform. */
  platform: string;
  vars?: Record<string, string>;
  /** What counters let through in a minute, by their names, where it is not as in `wrangler.toml`. */
  limits?: Record<string, number>;
  /**
   * The id of the deployed version, which is part of a kept page's key; the build's own by
   * default.
   */
  version?: string;
  /** A state folder to go on from; without one, a new one is made, and removed at the end. */
  persistTo?: string;
  /** The folder of the build that runs; this one's by default. */
  root?: string;
  /** A dataset for the metrics, which is not bound by default. */
  dataset?: Dataset;
}

/** The key that sites under test use towards a platform by address. */
export const TEST_API_KEY = "key-for-tests";

/**
 * The rate limits are off, because tests send more forms a minute than a visitor may. The page
 * cache is off, because the fake platform changes from test to test.
 */
const UNDER_TEST = { PLATFORM_API_KEY: TEST_API_KEY, RATE_LIMITS: "off", PAGE_CACHE: "off" };

/**
 * Runs the built Worker in workerd, on a port that workerd chose and with a state of its own: by
 * Miniflare, which `wrangler dev` is made of, from the same `wrangler.toml`.
 *
 * `scripts/site-server` runs it as `npm start` does, and has the embedded platform beside it.
 */
export async function startSite({
  platform,
  vars = {},
  limits = {},
  version,
  persistTo,
  root = ROOT,
  dataset,
}: SiteOptions) {
  const state = persistTo ?? (await mkdtemp(join(tmpdir(), "puerta-state-")));
  await mkdir(state, { recursive: true });
  const log: string[] = [];
  const server = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    defaultPersistRoot: join(state, "v3"),
    // Otherwise Miniflare asks a service on the Internet where requests come from.
    cf: false,
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      for (const input of [stdout, stderr]) {
        createInterface({ input }).on("line", (line) => log.push(line));
      }
    },
    workers: [
      siteWorker({
        bindings: {
          ...UNDER_TEST,
          PLATFORM_URL: platform,
          ...vars,
          ...(version !== undefined && { VERSION: { id: version } }),
        },
        limits,
        root,
        ...(dataset && { wrappedBindings: { METRICS: dataset } }),
      }),
      ...(dataset ? [datasetWorker(dataset)] : []),
    ],
  });
  const url = (await server.ready).origin;
  /** Kills workerd: it has no time to save anything. The state folder stays. */
  let ended: Promise<void> | undefined;
  const kill = () => (ended ??= server.dispose());
  return {
    url,
    /** Every line that the Worker has printed so far. */
    log,
    /** The state folder, laid out as `wrangler dev --persist-to` does. */
    state,
    kill,
    /** Runs the site's cron triggers. */
    async cron(): Promise<void> {
      await (await server.getWorker()).scheduled({ cron: "*/5 * * * *" });
    },
    async stop() {
      await kill();
      if (persistTo === undefined) await rm(state, { recursive: true, force: true });
    },
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/**
 * A Worker's configuration, as far as it is used; under zod 4 the packages' own types are empty.
 */
type WorkerOptions = Record<string, unknown>;

/** The built Worker as its `wrangler.toml` has it, but for secrets and the embedded platform. */
export function siteWorker({
  root,
  limits,
  ...more
}: {
  bindings: Record<string, string | { id: string }>;
  limits: Record<string, number>;
  root: string;
  wrappedBindings?: Record<string, string>;
}): WorkerOptions {
  const { workerOptions, main } = quietly(() => workerOptionsOf(join(root, "wrangler.toml")));
  if (main === undefined) throw new Error("wrangler.toml names no main");
  const ratelimits = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, { simple: { limit, period: 60 } }]),
  );
  return {
    ...(workerOptions as WorkerOptions),
    ratelimits: { ...(workerOptions.ratelimits as object), ...ratelimits },
    // The local storage of objects is named after their Worker.
    name: "puerta",
    // By a name: workerd takes no module from outside the working directory by its path.
    modules: [{ type: "ESModule", path: "index.js", contents: readFileSync(main, "utf8") }],
    serviceBindings: {},
    // Locally the version has another id at each start.
    versionMetadata: undefined,
    ...more,
  };
}

/** Keeps wrangler from printing that it read this machine's `.dev.vars`, which is not used. */
function quietly<Result>(work: () => Result): Result {
  const { WRANGLER_LOG } = process.env;
  process.env.WRANGLER_LOG = "warn";
  try {
    return work();
  } finally {
    if (WRANGLER_LOG === undefined) delete process.env.WRANGLER_LOG;
    else process.env.WRANGLER_LOG = WRANGLER_LOG;
  }
}

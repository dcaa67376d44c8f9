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
  /** Rate limits per minute by name, if not as in `wrangler.toml`. */
  limits?: Record<string, number>;
  /** The id of the deployed version, part of a cached page's key. The build's own by default. */
  version?: string;
  /** The state folder to reuse. By default, a new one is created, and removed at the end. */
  persistTo?: string;
  /** The project folder whose build runs. By default, this one. */
  root?: string;
  /** A dataset for metrics. By default, none is bound. */
  dataset?: Dataset;
}

/** The API key of sites under test. */
export const TEST_API_KEY = "key-for-tests";

/**
 * Rate limits are off, because tests send more forms a minute than a client may. The page cache is off,
 * because the fake platform changes from test to test.
 */
const UNDER_TEST = { PLATFORM_API_KEY: TEST_API_KEY, RATE_LIMITS: "off", PAGE_CACHE: "off" };

/**
 * Runs the built Worker in workerd, on a free port and with its own state. It uses `wrangler.toml` and
 * Miniflare, as `wrangler dev` does.
 *
 * `scripts/site-server` runs it as `npm start` does, with the embedded platform.
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
    // Otherwise Miniflare fetches `request.cf` from the Internet.
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
  /** Kills workerd, which saves nothing more. The state folder stays. */
  let ended: Promise<void> | undefined;
  const kill = () => (ended ??= server.dispose());
  return {
    url,
    /** Every line that the Worker has printed so far. */
    log,
    /** The state folder, with the layout of `wrangler dev --persist-to`. */
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

/** A Worker's options. With zod 4, the package's own types are empty. */
type WorkerOptions = Record<string, unknown>;

/** The built Worker, configured by `wrangler.toml`, without secrets and the embedded platform. */
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
    // The objects' local storage is named after the Worker.
    name: "puerta",
    // Pass the contents: workerd loads no modules by path from outside the working directory.
    modules: [{ type: "ESModule", path: "index.js", contents: readFileSync(main, "utf8") }],
    serviceBindings: {},
    // Locally, the version id changes at each start.
    versionMetadata: undefined,
    ...more,
  };
}

/** Keeps wrangler from printing that it read `.dev.vars`, which isn't used. */
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

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "~/scripts/local";
import { datasetWorker, type Dataset } from "./dataset";
import { loadMiniflare, loadWrangler, serverOptions } from "./miniflare";

interface SiteOptions {
  platform: string;
  vars?: Record<string, string>;
  /** Rate limits per minute by name, which replace the limits in `wrangler.toml`. */
  limits?: Record<string, number>;
  /** The id of the deployed version in a cached page's key. By default, the id of the build. */
  version?: string;
  /** A state folder to reuse. By default, a temporary folder is created. */
  persistTo?: string;
  /** The project folder whose build runs. By default, this project. */
  root?: string;
  dataset?: Dataset;
  /** Whether the site has the shared store. */
  hasStore?: boolean;
  /** Whether to empty the local cache in a reused state folder. */
  hasEmptyCache?: boolean;
  /** A module that wraps the Worker, which it imports as `./worker.js`. */
  around?: string;
}

export const TEST_API_KEY = "key-for-tests";

/**
 * Rate limits are disabled, because tests send many forms a minute. The page cache is disabled, because
 * tests change the fake platform.
 */
const UNDER_TEST = { PLATFORM_API_KEY: TEST_API_KEY, RATE_LIMITS: "off", PAGE_CACHE: "off" };

/**
 * Runs the built Worker on a free port. As in `wrangler dev`, Miniflare runs workerd with the options from
 * `wrangler.toml`.
 */
export async function startSite({
  platform,
  vars = {},
  limits = {},
  version,
  persistTo,
  root = ROOT,
  dataset,
  hasStore = false,
  hasEmptyCache = false,
  around,
}: SiteOptions) {
  const state = persistTo ?? (await mkdtemp(join(tmpdir(), "puerta-state-")));
  await mkdir(state, { recursive: true });
  if (hasEmptyCache) await rm(join(state, "v3", "cache"), { recursive: true, force: true });
  const log: string[] = [];
  const { Miniflare } = loadMiniflare();
  const server = new Miniflare({
    ...serverOptions(log, state),
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
        hasStore,
        around,
        ...(dataset && { wrappedBindings: { METRICS: dataset } }),
      }),
      ...(dataset ? [datasetWorker(dataset)] : []),
    ],
  });
  const url = (await server.ready).origin;
  let ended: Promise<void> | undefined;
  /** Kills workerd, but doesn't delete the state folder. */
  const kill = () => (ended ??= server.dispose());
  return {
    url,
    log,
    /** The state folder, with the layout of `wrangler dev --persist-to`. */
    state,
    kill,
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

/** A Worker's options, for which wrangler has no usable type. */
type WorkerOptions = Record<string, unknown>;

/** Returns the built Worker's options. `bindings` replaces the variables in `wrangler.toml`. */
export function siteWorker({
  root,
  limits,
  hasStore = false,
  around,
  ...more
}: {
  bindings: Record<string, string | { id: string }>;
  limits: Record<string, number>;
  root: string;
  hasStore?: boolean;
  around?: string | undefined;
  wrappedBindings?: Record<string, string>;
}): WorkerOptions {
  const { unstable_getMiniflareWorkerOptions: workerOptionsOf } = loadWrangler();
  const { workerOptions, main } = quietly(() => workerOptionsOf(join(root, "wrangler.toml")));
  if (main === undefined) throw new Error("wrangler.toml has no main");
  const ratelimits = Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => [name, { simple: { limit, period: 60 } }]),
  );
  return {
    ...(workerOptions as WorkerOptions),
    ratelimits: { ...(workerOptions.ratelimits as object), ...ratelimits },
    // The objects' local storage is named after the Worker.
    name: "puerta",
    // Pass the contents, because workerd loads no modules by path from outside the working directory.
    modules: workerModules(readFileSync(main, "utf8"), around),
    ...(!hasStore && { kvNamespaces: {} }),
    serviceBindings: {},
    // Locally, the version id changes at each start.
    versionMetadata: undefined,
    ...more,
  };
}

/** Returns a Worker's modules. The first module is the entry point. */
export const workerModules = (contents: string, around?: string) => [
  ...(around === undefined ? [] : [{ type: "ESModule", path: "around.js", contents: around }]),
  { type: "ESModule", path: "worker.js", contents },
];

/** Stops wrangler from printing that it reads `.dev.vars`, which the site doesn't use. */
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

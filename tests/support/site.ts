import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { ROOT } from "../../scripts/local.mjs";

interface SiteOptions {
  /** The address of a hiring platform. */
  platform: string;
  vars?: Record<string, string>;
  /** KV namespaces that are not bound by default: binding and id. */
  kvNamespaces?: Record<string, string>;
  /** The id of the deployed version, by which pages are kept; without one, the build's own. */
  version?: string;
  /** Pages are kept by their site's name, port and all; a free one if none is given. */
  port?: number;
  /** A state folder to go on from; without one, a new one is made, and removed at the end. */
  persistTo?: string;
}

/** The key that sites under test use towards a platform by address. */
export const TEST_API_KEY = "key-for-tests";

/**
 * Tests send more forms in a minute than a visitor may, and a fake platform changes from one test
 * to the next, so that its pages are drawn each time: unless a test is about that.
 */
const UNDER_TEST = { PLATFORM_API_KEY: TEST_API_KEY, RATE_LIMITS: "off", PAGE_CACHE: "off" };

/**
 * Runs the built Worker in workerd, on a port that workerd chose and with a state of its own: by
 * Miniflare, which `wrangler dev` is made of, from the same `wrangler.toml`.
 *
 * `scripts/site-server.mjs` runs it as `npm start` does, and has the embedded platform beside it.
 */
export async function startSite({
  platform,
  vars = {},
  kvNamespaces = {},
  version,
  port = 0,
  persistTo,
}: SiteOptions) {
  const state = persistTo ?? (await mkdtemp(join(tmpdir(), "puerta-state-")));
  await mkdir(state, { recursive: true });
  const log: string[] = [];
  const server = new Miniflare({
    host: "127.0.0.1",
    port,
    defaultPersistRoot: join(state, "v3"),
    // Where a request comes from is not asked of anybody outside.
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
        kvNamespaces,
      }),
    ],
  });
  const url = (await server.ready).origin;
  /** Ends workerd at once: it has no chance to put anything away. The state stays. */
  let ended: Promise<void> | undefined;
  const kill = () => (ended ??= server.dispose());
  return {
    url,
    /** Every line that the Worker has printed so far. */
    log,
    /** The state folder, laid out as `wrangler dev --persist-to` does. */
    state,
    kill,
    /** The keys of a KV namespace that are there for good, also when it is killed now. */
    async keysIn(binding: string): Promise<string[]> {
      const { keys } = await (await server.getKVNamespace(binding)).list();
      return keys.map(({ name }) => name);
    },
    async stop() {
      await kill();
      if (persistTo === undefined) await rm(state, { recursive: true, force: true });
    },
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** What its configuration says of a Worker; the types of both packages say nothing under zod 4. */
type WorkerOptions = Record<string, unknown>;

/** The built Worker as its `wrangler.toml` has it, but for secrets and the embedded platform. */
function siteWorker(more: {
  bindings: Record<string, string | { id: string }>;
  kvNamespaces: Record<string, string>;
}): WorkerOptions {
  const { workerOptions, main } = quietly(() => workerOptionsOf(join(ROOT, "wrangler.toml")));
  if (main === undefined) throw new Error("wrangler.toml names no main");
  return {
    ...(workerOptions as WorkerOptions),
    // The local storage of objects is named after their Worker.
    name: "puerta",
    modules: [{ type: "ESModule", path: main, contents: readFileSync(main, "utf8") }],
    serviceBindings: {},
    // Locally it is another with each start.
    versionMetadata: undefined,
    ...more,
  };
}

/** Keeps wrangler from telling that it has read this machine's `.dev.vars`, of which nothing is used. */
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

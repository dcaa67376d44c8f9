import { readdir, readFile } from "node:fs/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "~/scripts/local";
import { ADMIN_SECRET } from "./examples";
import { loadMiniflare, serverOptions } from "./miniflare";
import { bundlePlatform, platformWorker } from "./platform-worker";
import { buildRelease, RELEASE_1_0_0 } from "./release";
import { siteWorker, TEST_API_KEY } from "./site";

/** `older` is version 1.0.0. */
export type Build = "older" | "current";

/** The builds that run the Durable Objects and the embedded platform. */
export interface Running {
  applications: Build;
  /** The build of the other classes. By default, the build of `applications`. */
  others?: Build;
  platform?: Build;
}

const DESK = "desk.localhost";

/**
 * The site's entry point: both builds in one Worker, over the same storage. The host chooses the build that handles a
 * request, and `running` the build of each class, because Cloudflare also runs each object in one version at a time.
 */
const entry = ({ applications, others = applications }: Running) => `
  import current, * as currentClasses from "./current.js";
  import older, * as olderClasses from "./older.js";
  const builds = { older, current };
  const classes = { older: olderClasses, current: currentClasses };
  // Version 1.0.0 lacks headers that every test requires.
  const withNewHeaders = (response) => {
    const copy = new Response(response.body, response);
    copy.headers.set("Cross-Origin-Resource-Policy", "same-origin");
    copy.headers.set("Strict-Transport-Security", "max-age=63072000");
    return copy;
  };
  const withVersion = (env, id) => ({ ...env, VERSION: { id } });
  export const { ApplicationObject } = classes.${applications};
  export const { UndeliveredIndex, ReleaseLimiter, DurableCopy, PurgeTime } = classes.${others};
  export default {
    async fetch(request, env, execution) {
      const name = new URL(request.url).hostname === "localhost" ? "older" : "current";
      const response = await builds[name].fetch(request, withVersion(env, name), execution);
      return name === "older" ? withNewHeaders(response) : response;
    },
    async scheduled(event, env, execution) {
      for (const [name, build] of Object.entries(builds)) {
        await build.scheduled(event, withVersion(env, name), execution);
      }
    },
  };`;

const module = (path: string, contents: string) => ({ type: "ESModule", path, contents });

interface Options {
  /** The URL of a hiring platform. By default, the embedded platform runs. */
  platform?: string;
  vars?: Record<string, string>;
  running: Running;
}

/** Runs the built site of version 1.0.0 alongside this build, over the same storage. */
export async function startTwoBuilds({ platform, vars = {}, running }: Options) {
  const release = await buildRelease(RELEASE_1_0_0);
  const state = await mkdtemp(join(tmpdir(), "puerta-two-builds-"));
  const log: string[] = [];
  const { Miniflare } = loadMiniflare();
  const read = (root: string) => readFile(join(root, "build", "index.js"), "utf8");
  const builds = { older: await read(release), current: await read(ROOT) };
  const platforms = { older: await bundlePlatform(release), current: await bundlePlatform() };

  const site = (now: Running) => ({
    ...siteWorker({
      bindings: {
        PLATFORM_API_KEY: TEST_API_KEY,
        RATE_LIMITS: "off",
        ...(platform === undefined ? { DESK_HOST: DESK } : { PLATFORM_URL: platform }),
        ...vars,
      },
      limits: {},
      root: ROOT,
      hasStore: true,
    }),
    modules: [
      module("entry.js", entry(now)),
      module("older.js", builds.older),
      module("current.js", builds.current),
    ],
    ...(platform === undefined && { serviceBindings: { PLATFORM: "puerta-platform" } }),
  });
  const options = (now: Running) => ({
    ...serverOptions(log, state),
    workers: [
      site(now),
      ...(platform === undefined
        ? [
            platformWorker([module("platform.js", platforms[now.platform ?? now.applications])], {
              API_KEY: TEST_API_KEY,
              ADMIN_SECRET,
            }),
          ]
        : []),
    ],
  });
  const server = new Miniflare(options(running));
  let port = Number((await server.ready).port);
  return {
    log,
    /** The URL at which a build handles requests. */
    url: (build: Build) => `http://${build === "older" ? "localhost" : "127.0.0.1"}:${port}`,
    deskUrl: () => `http://${DESK}:${port}`,
    database: () => server.getD1Database("DB", "puerta-platform"),
    bucket: () => server.getR2Bucket("CVS", "puerta-platform"),
    platform: () => server.getWorker("puerta-platform"),
    /** Applies a build's migrations whose names begin with one of `names`. */
    async migrate(build: Build, isNew: (name: string) => boolean = () => true) {
      const root = build === "older" ? release : ROOT;
      const folder = join(root, "platform", "migrations");
      const database = await server.getD1Database("DB", "puerta-platform");
      const names = (await readdir(folder)).filter(isNew).sort();
      for (const name of names) {
        const sql = (await readFile(join(folder, name), "utf8")).replace(/--.*$/gm, "");
        const statements = sql.split(/;\s*$/m).map((statement) => statement.replace(/\s+/g, " "));
        await database.exec(statements.join("\n"));
      }
      return names;
    },
    /** Runs the cron trigger of both builds. */
    async cron(): Promise<void> {
      await (await server.getWorker("puerta")).scheduled({ cron: "*/5 * * * *" });
    },
    /** Simulates a deployment: restarts the Workers with the same storage. */
    async deploy(next: Running): Promise<void> {
      await server.setOptions(options(next));
      port = Number((await server.ready).port);
    },
    async stop(): Promise<void> {
      await server.dispose();
      await rm(state, { recursive: true, force: true });
    },
  };
}

export type TwoBuilds = Awaited<ReturnType<typeof startTwoBuilds>>;

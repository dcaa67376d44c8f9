// Runs the built Worker with `wrangler dev`: for `npm start`, `npm run dev` and the tests.
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify, stripVTControlCharacters } from "node:util";
import { PLATFORM_CONFIG, ROOT, WRANGLER, WRANGLER_ENV } from "./local";
import { Stop } from "./stop";

const STARTS_WITHIN = 60_000;
const LOGGED_WITHIN = 5000;

/**
 * Interval in ms. `wrangler dev` stalls a request on a connection that was idle for 5 s, until another
 * request arrives (https://github.com/cloudflare/workers-sdk/issues/14641).
 */
const HEARTBEAT_MS = 1000;

/** Failed heartbeats in a row after which the server is killed. wrangler keeps running after workerd has died. */
const MAX_MISSED_HEARTBEATS = 15;
const READY = /Ready on (http:\/\/127\.0\.0\.1:\d+)/;
const HEARTBEAT_PATH = "/-/alive.txt";

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

interface SiteOptions {
  embedded: boolean;
  platform?: string;
  /** If false, the platform runs alone. */
  site?: boolean;
  /** 0 for any free port, which `url` then contains. */
  port?: number;
  persistTo: string;
  vars?: Record<string, string>;
  config?: string;
  args?: string[];
  onLine?: (line: string) => void;
}

/**
 * Starts the site, and resolves when it is ready. `pid` is the leader of its process group.
 *
 * @throws Stop with wrangler's output if the site does not start
 */
export async function startSiteServer({
  embedded,
  site = true,
  platform = PLATFORM_CONFIG,
  port = 0,
  persistTo,
  vars = {},
  config = join(ROOT, "wrangler.toml"),
  args = [],
  onLine,
}: SiteOptions) {
  // Servers with the same registry find each other's Workers, so each server needs its own registry.
  const registry = await mkdtemp(join(tmpdir(), "puerta-registry-"));
  const local = site ? await withoutRoutes(config) : undefined;
  const configs = [...(local ? [local.config] : []), ...(embedded ? [platform] : [])];
  const child = spawnWrangler(
    [
      ...configs.flatMap((file) => ["-c", file]),
      ...["--port", String(port), "--persist-to", persistTo],
      ...Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
      ...args,
    ],
    registry,
  );
  const lines = recordLines(child, onLine);
  const ended = whenEnded(child);
  const endAtExit = () => {
    signalGroup(child.pid, "SIGKILL");
    rmSync(registry, { recursive: true, force: true, maxRetries: 5 });
    if (local?.isMade) rmSync(local.config, { force: true });
  };
  // Must run first: another listener can remove the state folder.
  process.prependOnceListener("exit", endAtExit);

  async function stop(signal: NodeJS.Signals = "SIGTERM") {
    signalGroup(child.pid, signal);
    const hurry = setTimeout(() => signalGroup(child.pid, "SIGKILL"), 5000);
    await ended;
    clearTimeout(hurry);
    process.removeListener("exit", endAtExit);
    await rm(registry, { recursive: true, force: true });
    if (local?.isMade) await rm(local.config, { force: true });
  }

  // Wait for wrangler's log line, because a request could reach another server on the same port.
  const readyUrl = () =>
    lines.map((line) => READY.exec(line)?.[1]).find((address) => address !== undefined);
  const until = Date.now() + STARTS_WITHIN;
  while (readyUrl() === undefined && Date.now() < until && child.exitCode === null) await sleep(50);
  const url = readyUrl();
  if (url === undefined || (port !== 0 && !url.endsWith(`:${port}`))) {
    await stop("SIGKILL");
    const place = port === 0 ? "" : ` on port ${port}`;
    throw new Stop(`The site did not start${place}.\n${lines.slice(-40).join("\n")}`);
  }
  void ended.then(watch(url + HEARTBEAT_PATH, child, lines));

  /** Waits for a log line that contains `text`, because a request's log lines can follow its response. */
  async function findLine(text: string): Promise<string | undefined> {
    const latest = Date.now() + LOGGED_WITHIN;
    for (;;) {
      const line = lines.find((output) => output.includes(text));
      if (line !== undefined || Date.now() > latest) return line;
      await sleep(50);
    }
  }
  return { url, lines, findLine, ended, stop, pid: child.pid };
}

export type SiteServer = Awaited<ReturnType<typeof startSiteServer>>;

/** A separate process group lets `stop` end the child and its children. Closing stdin also ends the group. */
const spawnWrangler = (args: string[], registry: string) =>
  spawn(
    process.execPath,
    [
      ...["--input-type=module", "--eval", ENDS_WITH_PARENT, process.execPath],
      ...[WRANGLER, "dev", "--ip", "127.0.0.1", "--inspector-port", "0"],
      "--show-interactive-dev-session=false",
      ...args,
    ],
    {
      cwd: ROOT,
      detached: true,
      env: { ...process.env, ...WRANGLER_ENV, WRANGLER_REGISTRY_PATH: registry },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );

type Child = ReturnType<typeof spawnWrangler>;

function recordLines(child: Child, onLine: SiteOptions["onLine"]): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.includes(HEARTBEAT_PATH)) return;
      lines.push(stripVTControlCharacters(line));
      onLine?.(line);
    });
  }
  return lines;
}

/** Ends the group when its leader exits, and resolves when all output has been read. */
const whenEnded = (child: Child) =>
  new Promise<void>((resolve) => {
    child.once("exit", () => signalGroup(child.pid, "SIGKILL"));
    child.once("close", () => resolve());
  });

/** Kills the server when it has missed several heartbeats. @returns a function that stops watching */
function watch(address: string, child: Child, lines: string[]): () => void {
  let missed = 0;
  const heartbeat = setInterval(() => {
    fetch(address, { signal: AbortSignal.timeout(10_000) }).then(
      () => (missed = 0),
      () => {
        missed += 1;
        if (missed !== MAX_MISSED_HEARTBEATS) return;
        lines.push("The server no longer answers.");
        signalGroup(child.pid, "SIGKILL");
      },
    );
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return () => clearInterval(heartbeat);
}

/**
 * Returns a configuration without `routes`, because `wrangler dev` replaces each request's host with the
 * first route's. A changed copy is next to the original, so that relative paths and `.dev.vars` still resolve.
 */
async function withoutRoutes(config: string): Promise<{ config: string; isMade: boolean }> {
  if (!ROUTES.test(await readFile(config, "utf8"))) return { config, isMade: false };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", PRINTS_CONFIG, config],
    { cwd: ROOT },
  );
  const raw = JSON.parse(stdout) as Routed & { env?: Record<string, Routed> };
  for (const section of [raw, ...Object.values(raw.env ?? {})]) {
    delete section.route;
    delete section.routes;
  }
  const copy = join(dirname(config), `.wrangler-local-${randomUUID()}.json`);
  await writeFile(copy, JSON.stringify(raw));
  return { config: copy, isMade: true };
}

const ROUTES = /^\s*(?:\[\[(?:env\.[\w-]+\.)?routes\]\]|routes?\s*=(?!\s*\[\s*\]))/m;

/**
 * Runs a command, and ends its process group when the command exits or stdin closes. Stdin closes even if
 * the parent is killed. Without this program, wrangler would leave workerd running.
 */
const ENDS_WITH_PARENT = `import { spawn } from "node:child_process";
const [command, ...args] = process.argv.slice(1);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
const endGroup = () => process.kill(-process.pid, "SIGKILL");
process.stdin.resume().once("end", endGroup).once("error", endGroup);
child.once("error", endGroup);
child.once("exit", endGroup);
// Signals reach the whole group. This process ignores them and waits while wrangler cleans up.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);`;

/** Runs in a child process, because importing wrangler makes a process exit at once on signals. */
const PRINTS_CONFIG = `import { experimental_readRawConfig as read } from "wrangler";
console.log(JSON.stringify(read({ config: process.argv[1] }).rawConfig));`;

interface Routed {
  route?: unknown;
  routes?: unknown[];
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}

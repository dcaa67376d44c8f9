// `puerta dev`: rebuilds on each change and reloads open pages.
import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import {
  ADDRESS,
  bundleScripts,
  generate,
  SCRIPTS,
  WORKER,
  workerEnv,
  writeAddress,
} from "./build";
import { errorExcerpt, ROOT } from "./local";
import { Stop } from "./stop";
import { writePlans } from "./numbering";
import { reportBuild, reportFailure, watchFolders } from "./watch";

// Vite builds for production by default.
process.env.NODE_ENV = "development";

const FOLDER = join(ROOT, ".cache/dev");

/** Builds the site, and rebuilds on changes. Resolves after the first build. */
async function watchSite() {
  const scripts = join(SCRIPTS, "dev"); // Browsers do not cache this folder (`public/_headers`).
  await generate();
  await writePlans(join(scripts, "plans"));
  process.once("exit", () => {
    rmSync(scripts, { recursive: true, force: true });
    writeFileSync(ADDRESS, JSON.stringify({ scripts: "/build/" }));
  });
  const watcher = await bundleScripts("development", { outDir: scripts, watch: {} });
  if ("on" in watcher) {
    watcher.on("event", (event) => {
      if (event.code === "ERROR") console.error(errorExcerpt(event.error));
    });
  }
  const first = reportFailure(build);
  const rebuild = async () => {
    await first;
    await reportBuild(build);
  };
  // A file that is saved during the first build is built again after it.
  await watchFolders([join(ROOT, "app"), join(ROOT, "contract")], rebuild, (file) =>
    file.includes(".generated."),
  );
  await first;
}

const warmCompiler = () =>
  fork(join(ROOT, "scripts/warm-compiler.mjs"), {
    cwd: ROOT,
    env: workerEnv("development", FOLDER),
    silent: true,
  });
let compiler = warmCompiler();

async function compile() {
  const stderr = compiler.stderr && text(compiler.stderr);
  compiler.send("build");
  const [code] = (await once(compiler, "exit")) as [number | null];
  compiler = warmCompiler();
  if (code !== 0) throw Object.assign(new Error(), { stderr: await stderr });
}

async function build() {
  await generate();
  await writeAddress("dev"); // Another build might have changed the address.
  await compile();
  await mkdir(dirname(WORKER), { recursive: true });
  await rename(join(FOLDER, "index.js"), WORKER);
}

/** Options of `puerta dev`. Open pages connect to a server on the next port, and reload after each build. */
export async function devOptions(port: number) {
  const pages = await startLivePages(port === 0 ? 0 : port + 1);
  return { build: watchSite, onReload: () => pages.announce() };
}

async function startLivePages(port: number) {
  const pages = new Set<ServerResponse>();
  const server = createServer((_, response) => {
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Access-Control-Allow-Origin": "*",
    });
    response.flushHeaders();
    pages.add(response);
    response.on("close", () => pages.delete(response));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch(() => {
    throw new Stop(`Reloading pages needs port ${port}, which is in use. Choose another --port.`);
  });
  return { announce: () => pages.forEach((page) => page.write("data: new\n\n")) };
}

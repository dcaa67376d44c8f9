// `npm run dev`: as `npm start`, but each change is built and shown at once.
import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync, watch, writeFileSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
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
} from "./build.mjs";
import { startLivePages } from "./live-pages.mjs";
import { faultIn, ROOT } from "./local.mjs";
import { writePlans } from "./numbering.mjs";
import { chosenPort, startCommand } from "./start.mjs";

/** How long changes are waited for to come together, in ms: an editor makes several. */
const PAUSE_MS = 100;

// Vite's default for a build is production.
process.env.NODE_ENV = "development";

const ASIDE = join(ROOT, ".cache/dev");

/** Builds the site, and whatever changes again. Resolves after the first build. */
async function watchSite() {
  const scripts = join(SCRIPTS, "dev"); // Browsers ask for it each time (`public/_headers`).
  await generate();
  await writePlans(join(scripts, "plans"));
  process.once("exit", () => {
    rmSync(scripts, { recursive: true, force: true });
    writeFileSync(ADDRESS, JSON.stringify({ scripts: "/build/" })); // Nothing is in development now.
  });
  const watcher = await bundleScripts("development", { outDir: scripts, watch: {} });
  if ("on" in watcher) {
    watcher.on("event", (event) => {
      if (event.code === "ERROR") console.error(faultIn(event.error));
    });
  }
  await build();
  let last = Promise.resolve();
  /** @type {ReturnType<typeof setTimeout>} */
  let pause;
  watch(join(ROOT, "app"), { recursive: true }, (_, file) => {
    if (!file || file.includes(".generated.")) return;
    clearTimeout(pause);
    pause = setTimeout(() => {
      last = last.then(build);
    }, PAUSE_MS);
  });
}

/** Starts a compiler, which waits for the next change. */
const warmCompiler = () =>
  fork(join(ROOT, "scripts/warm-compiler.mjs"), {
    cwd: ROOT,
    env: workerEnv("development", ASIDE),
    silent: true,
  });
let compiler = warmCompiler();

async function compile() {
  const said = compiler.stderr && text(compiler.stderr);
  compiler.send("build");
  const [code] = await once(compiler, "exit");
  compiler = warmCompiler();
  if (code !== 0) throw Object.assign(new Error(), { stderr: await said });
}

async function build() {
  try {
    await generate();
    await writeAddress("dev"); // Another build may have written its own.
    await compile();
    await mkdir(dirname(WORKER), { recursive: true });
    await rename(join(ASIDE, "index.js"), WORKER);
  } catch (error) {
    console.error(faultIn(error));
  }
}

const USAGE = `npm run dev            as npm start, and builds the site again at each change of the code
npm run dev -- OPTIONS`;

/** What is run besides: pages that load again when the site was built. */
async function watched() {
  const pages = await startLivePages((await chosenPort()) + 1);
  process.once("exit", () => pages.close());
  return { build: watchSite, onReload: () => pages.announce("new") };
}

await startCommand(import.meta.url, USAGE, watched);
// The watcher would keep the process alive.
process.exit();

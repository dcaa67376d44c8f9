// `npm run dev`: as `npm start`, but each change is built and shown at once.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { startLivePages } from "./live-pages.mjs";
import { ROOT, TSX } from "./local.mjs";
import { chosenPort, startCommand } from "./start.mjs";

/** How long changes are waited for to come together, in ms: an editor makes several. */
const PAUSE_MS = 200;

/** Builds the site, in a process of its own. Resolves when it has ended, well or not. */
const build = () =>
  new Promise((resolve) => {
    const building = spawn(
      process.execPath,
      [...TSX, join(ROOT, "scripts", "build.mjs"), "--development"],
      { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] },
    );
    building.once("exit", resolve);
  });

/** Builds, and builds again after each change. Resolves when the first build is done. */
async function watchSite() {
  await build();
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  watch(join(ROOT, "app"), { recursive: true }, (_, file) => {
    if (!file || file.endsWith(".generated.json")) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(build);
    }, PAUSE_MS);
  });
}

const USAGE = `npm run dev            as npm start, and builds the site again at each change of the code
npm run dev -- OPTIONS`;

/** What is run besides: pages that load anew when the site was built. */
async function watched() {
  const pages = await startLivePages((await chosenPort()) + 1);
  process.once("exit", () => pages.close());
  return { build: watchSite, onReload: () => pages.announce("new") };
}

await startCommand(import.meta.url, USAGE, watched);
// The watcher would keep the process alive.
process.exit();

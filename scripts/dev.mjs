// `npm run dev`: as `npm start`, but each change is built and shown at once.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { startLivePages } from "./live-pages.mjs";
import { ROOT, runIfMain } from "./local.mjs";
import { chosenPort, run } from "./start.mjs";

/** How long changes are waited for to come together, in ms: an editor makes several. */
const PAUSE_MS = 200;

/** Builds the site, in a process of its own. Resolves when it has ended, well or not. */
const build = () =>
  new Promise((resolve) => {
    const building = spawn(
      process.execPath,
      [join(ROOT, "scripts", "build.mjs"), "--development"],
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

await runIfMain(import.meta.url, async () => {
  const pages = startLivePages((await chosenPort()) + 1);
  const watched = { build: watchSite, onReload: () => pages.announce("new") };
  await run({ args: process.argv.slice(2), ...watched }).finally(() => pages.close());
});
// The watcher would keep the process alive.
process.exit();

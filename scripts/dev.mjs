// `npm run dev`: as `npm start`, but each change is built and shown at once.
import { watch } from "node:fs";
import { join } from "node:path";
import { buildWorker, bundleScripts, faultIn, generate, SCRIPTS, writeAddress } from "./build.mjs";
import { startLivePages } from "./live-pages.mjs";
import { ROOT } from "./local.mjs";
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
  await writeAddress("dev");
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

async function build() {
  try {
    await generate();
    await buildWorker("development", ASIDE);
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

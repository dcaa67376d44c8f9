// `npm run dev`: as `npm start`, but each change is built and shown at once.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { buildStyles, generate } from "./build.mjs";
import { startLivePages } from "./live-pages.mjs";
import { ROOT, runIfMain } from "./local.mjs";
import { writePieces } from "./numbering.mjs";
import { chosenPort, run } from "./start.mjs";

const WORKER = join(ROOT, "build", "index.js");

/** Builds, and builds again after each change. Resolves when the first build is done. */
async function watchSite() {
  await generate();
  await writePieces();
  watch(join(ROOT, "app", "ui", "styles"), (_, file) => {
    if (file?.endsWith(".css")) buildStyles().catch(console.error);
  });
  const started = Date.now();
  const remix = spawn(
    process.execPath,
    [join(ROOT, "node_modules", "@remix-run", "dev", "dist", "cli.js"), "watch"],
    {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NODE_ENV: "development" },
    },
  );
  process.once("exit", () => remix.kill());
  for (;;) {
    const { mtimeMs } = await stat(WORKER).catch(() => ({ mtimeMs: 0 }));
    if (mtimeMs >= started) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

await runIfMain(import.meta.url, async () => {
  const pages = startLivePages((await chosenPort()) + 1);
  const watched = { build: watchSite, onReload: () => pages.announce("new") };
  await run({ args: process.argv.slice(2), ...watched }).finally(() => pages.close());
});
// The watcher would keep the process alive.
process.exit();

// `npm run dev`: what `npm start` does, and every change is built and shown at once.
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { buildStyles } from "./build.mjs";
import { ROOT, runIfMain } from "./local.mjs";
import { chosenPort, run } from "./start.mjs";

const WORKER = join(ROOT, "build", "index.js");

/** Pages listen here for a word that there is something new. @param {number} port */
function startReloads(port) {
  /** @type {Set<import("node:http").ServerResponse>} */
  const pages = new Set();
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
  return {
    announce: () => pages.forEach((page) => page.write("data: new\n\n")),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Builds, and builds again at every change; resolves when the first build is there. */
async function watchSite() {
  await buildStyles();
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
  const reloads = startReloads((await chosenPort()) + 1);
  const watched = { build: watchSite, onReload: reloads.announce };
  await run({ args: process.argv.slice(2), ...watched }).finally(() => reloads.close());
});
// What watches for changes would go on.
process.exit();

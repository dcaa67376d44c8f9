// Runs the tests' fake platform. Prints its URL, and exits with the parent process.
import { build } from "esbuild";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../scripts/local";

const folder = await mkdtemp(join(tmpdir(), "puerta-bench-"));
const outfile = join(folder, "fake-platform.mjs");
await build({
  entryPoints: [join(ROOT, "tests", "support", "fake-platform.ts")],
  bundle: true,
  platform: "node",
  format: "esm",
  outfile,
  logLevel: "error",
});
/** @type {typeof import("../tests/support/fake-platform")} */
const { startFakePlatform } = await import(pathToFileURL(outfile).href);
await rm(folder, { recursive: true });
const platform = await startFakePlatform({ apiKey: process.env.BENCH_API_KEY ?? "" });
console.log(platform.url);
process.stdin.resume().once("end", () => process.exit());

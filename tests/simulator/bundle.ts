import { build } from "esbuild";
import { join } from "node:path";
import { ROOT } from "../../scripts/local.mjs";

/** Inside the project, so that packages are found. */
const FOLDER = join(ROOT, ".cache", "simulator");

/**
 * The simulator and the delivery room in one file: in plain Node a schedule takes half as long as
 * behind Vitest's module runner.
 *
 * @returns the file's path
 */
export async function bundled(): Promise<string> {
  const file = join(FOLDER, "worker.mjs");
  await build({
    entryPoints: [join(ROOT, "tests/simulator/worker.ts")],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    alias: { "cloudflare:workers": join(ROOT, "tests/simulator/cloudflare-workers.ts") },
  });
  return file;
}

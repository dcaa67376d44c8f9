// Builds the adapters into one file, with the companies' folders in it.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../../scripts/local.mjs";

const BUILT = join(ROOT, "adapters", "build", "index.js");

/** @typedef {readonly (import("./companies.mjs").Company | import("./companies.mjs").Faulty)[]} Companies */

/**
 * The Worker as one module.
 *
 * @param {Companies} companies
 * @returns {Promise<string>}
 */
export async function bundleAdapters(companies) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, "adapters", "src", "index.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:workers"],
    define: { COMPANIES: JSON.stringify(companies) },
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * Writes the Worker to where `adapters/wrangler.toml` finds it.
 *
 * @param {Companies} companies @param {string} [file]
 */
export async function buildAdapters(companies, file = BUILT) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await bundleAdapters(companies));
}

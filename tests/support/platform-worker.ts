import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { build } from "esbuild";
import { PLATFORM_CONFIG, ROOT } from "~/scripts/local";

/** The database in `platform/wrangler.toml`, after which wrangler names the local files. */
const DATABASE_ID = "00000000-0000-4000-8000-000000000000";

/** The same values as in `platform/wrangler.toml`. */
export const PLATFORM_DATES = {
  compatibilityDate: "2026-04-01",
  compatibilityFlags: ["nodejs_compat"],
};

/** Returns Miniflare's options for the embedded platform next to a site. */
export const platformWorker = <Module>(modules: Module[], bindings: Record<string, string>) => ({
  name: "puerta-platform",
  modules,
  ...PLATFORM_DATES,
  d1Databases: { DB: DATABASE_ID },
  r2Buckets: { CVS: "puerta-cvs" },
  bindings,
});

const bundled = new Map<string, Promise<string>>();

/** Bundles the embedded platform of this project, or of an earlier commit's folder. */
export function bundlePlatform(root = ROOT): Promise<string> {
  const bundling = bundled.get(root) ?? bundle(root);
  bundled.set(root, bundling);
  return bundling;
}

async function bundle(root: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "platform", "src", "index.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    jsx: "automatic",
    external: ["node:*"],
  });
  return outputFiles[0]?.text ?? "";
}

export async function createTables(DB: D1Database): Promise<void> {
  const folder = join(PLATFORM_CONFIG, "..", "migrations");
  const files = (await readdir(folder)).sort();
  const sql = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const statements = sql.join("\n").replace(/--.*$/gm, "").split(/;\s*$/m);
  // `exec` expects a statement per line. Each prepared statement would be a slow call into workerd.
  await DB.exec(statements.map((statement) => statement.replace(/\s+/g, " ")).join("\n"));
}

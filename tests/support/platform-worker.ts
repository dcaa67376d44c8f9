import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { PLATFORM_CONFIG, ROOT } from "../../scripts/local";

export async function bundlePlatform(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "platform", "src", "index.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    jsx: "automatic",
  });
  return outputFiles[0]?.text ?? "";
}

/** Returns the SQL statements of the platform's migrations, in order. */
export async function readMigrations(): Promise<string[]> {
  const folder = join(PLATFORM_CONFIG, "..", "migrations");
  const files = (await readdir(folder)).sort();
  const sql = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  return sql
    .join("\n")
    .replace(/--.*$/gm, "")
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

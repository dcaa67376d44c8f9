import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../../scripts/local.mjs";

/** The embedded platform as one module, as wrangler makes it. */
export async function bundledPlatform(): Promise<string> {
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

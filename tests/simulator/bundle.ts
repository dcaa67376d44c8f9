import { build, type BuildOptions } from "esbuild";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../../scripts/local.mjs";
import { git, hasCommit, run } from "../storage/checkout.mjs";

/** Inside the project, so that packages are found. */
const FOLDER = join(ROOT, ".cache", "simulator");

const OPTIONS = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  sourcemap: "inline",
  alias: { "cloudflare:workers": join(ROOT, "tests/simulator/cloudflare-workers.ts") },
} as const satisfies BuildOptions;

/**
 * The simulator and the delivery room in one file: in plain Node a schedule takes half as long as
 * behind Vitest's module runner.
 *
 * @returns the file's path
 */
export async function bundled(): Promise<string> {
  const file = join(FOLDER, "worker.mjs");
  const entryPoints = [join(ROOT, "tests/simulator/worker.ts")];
  await build({ ...OPTIONS, entryPoints, outfile: file });
  return file;
}

/**
 * The delivery room of an earlier build.
 *
 * @param commit its dependencies are those of today (only what it stores differs)
 * @returns the file's path; undefined if this clone lacks the commit
 */
export async function bundledOf(commit: string): Promise<string | undefined> {
  if (!hasCommit(commit)) return undefined;
  const source = join(FOLDER, commit);
  await mkdir(source, { recursive: true });
  const archive = join(FOLDER, `${commit}.tar`);
  git("archive", "--output", archive, commit, "app", "tsconfig.json");
  run("tar", ["-xf", archive, "-C", source]);
  const file = join(FOLDER, `${commit}.mjs`);
  const room = join(source, "app/application/delivery");
  await build({
    ...OPTIONS,
    stdin: {
      contents: `
        export { ApplicationObject as APPLICATIONS } from "./application-object.server";
        export { UndeliveredIndex as UNDELIVERED } from "./undelivered-index.server";`,
      resolveDir: room,
      loader: "ts",
    },
    outfile: file,
  });
  return file;
}

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { ROOT, TSX } from "~/scripts/local";

const run = promisify(execFile);

/** The last commit of version 1.0.0. */
export const RELEASE_1_0_0 = "12c70104405640ee618dd4b0cb39409d815ab23a";

const PARTS = [
  ...["app", "contract", "platform", "public", "scripts", "server.ts"],
  ...["package.json", "remix.config.js", "tsconfig.json", "wrangler.toml"],
];

/**
 * Builds the site of an earlier commit, with today's dependencies. Later calls reuse the build.
 *
 * @returns the folder with the commit's code and its build
 */
export async function buildRelease(commit: string): Promise<string> {
  const folder = join(ROOT, ".cache", "releases", commit);
  if (existsSync(folder)) return folder;
  const temp = `${folder}-${process.pid}`;
  await rm(temp, { recursive: true, force: true });
  await mkdir(temp, { recursive: true });
  try {
    const archive = join(temp, "release.tar");
    // Fails in a shallow clone: `git fetch --unshallow`.
    await run("git", ["archive", "-o", archive, commit, ...PARTS], { cwd: ROOT });
    await run("tar", ["-xf", archive, "-C", temp]);
    await rm(archive);
    await symlink(join(ROOT, "node_modules"), join(temp, "node_modules"));
    await run(process.execPath, [...TSX, join(temp, "scripts", "build.ts")], { cwd: temp });
    await mkdir(dirname(folder), { recursive: true });
    // Another test file might have built it meanwhile.
    await rename(temp, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
  return folder;
}

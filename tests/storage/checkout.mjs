import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, Stop } from "../../scripts/local.mjs";

/** @param {string} command @param {string[]} args @param {import("node:child_process").ExecFileSyncOptions} [options] */
export const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: ROOT, stdio: "inherit", ...options });

/** What git says. @param {string[]} args */
export const git = (...args) =>
  String(run("git", args, { stdio: ["ignore", "pipe", "inherit"] })).trim();

/** Whether this clone has a commit: a shallow one has only the latest. @param {string} commit */
export function hasCommit(commit) {
  try {
    run("git", ["cat-file", "-e", `${commit}^{commit}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks a commit out beside this project, and builds it.
 *
 * @param {string} commit
 * @returns the folder, and what removes it
 * @throws Stop if it builds nothing
 */
export async function checkedOut(commit) {
  const folder = await mkdtemp(join(tmpdir(), "puerta-build-"));
  const remove = async () => {
    git("worktree", "remove", "--force", folder);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    git("worktree", "add", "--quiet", "--detach", folder, commit);
    await install(folder);
    run(process.execPath, [join("scripts", "build.mjs")], { cwd: folder });
    if (!existsSync(join(folder, "build", "index.js"))) throw new Stop(`${commit} builds nothing.`);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}

/**
 * Gives a checkout what it depends on: what is installed here, if its lock file is the same.
 *
 * @param {string} folder
 */
async function install(folder) {
  const lock = (/** @type {string} */ where) => readFile(join(where, "package-lock.json"), "utf8");
  const installed = join(ROOT, "node_modules");
  if ((await lock(folder)) === (await lock(ROOT)))
    await symlink(installed, join(folder, "node_modules"));
  else run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder });
}

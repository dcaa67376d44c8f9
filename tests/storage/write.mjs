// Writes a fixture of what a build stores: tests/fixtures/storage/README.md says when and how.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, runIfMain, Stop } from "../../scripts/local.mjs";

/** @param {string} command @param {string[]} args @param {import("node:child_process").ExecFileSyncOptions} [options] */
const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: ROOT, stdio: "inherit", ...options });

/** What git says. @param {string[]} args */
const git = (...args) => String(run("git", args, { stdio: ["ignore", "pipe", "inherit"] })).trim();

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

async function main() {
  const [asked, name] = process.argv.slice(2);
  // The working tree, as a commit: `git stash create` makes one of what git tracks.
  const commit = asked ?? (git("stash", "create") || "HEAD");
  const short = name ?? git("rev-parse", "--short=7", asked ?? "HEAD");
  const folder = await mkdtemp(join(tmpdir(), "puerta-build-"));
  try {
    git("worktree", "add", "--detach", folder, commit);
    await install(folder);
    run(process.execPath, [join("scripts", "build.mjs")], { cwd: folder });
    if (!existsSync(join(folder, "build", "index.js"))) throw new Stop(`${commit} builds nothing.`);
    const playwright = join(ROOT, "node_modules", "playwright", "cli.js");
    run(process.execPath, [playwright, "test", "--config", "tests/storage/writer.config.ts"], {
      env: {
        ...process.env,
        STORAGE_BUILD: folder,
        STORAGE_NAME: short,
        STORAGE_DATE: git("show", "-s", "--format=%cs", asked ?? "HEAD"),
      },
    });
  } finally {
    git("worktree", "remove", "--force", folder);
    await rm(folder, { recursive: true, force: true });
  }
}

await runIfMain(import.meta.url, main);

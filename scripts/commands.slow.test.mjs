import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ROOT } from "./local.mjs";

const Package = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = Package.parse(JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")));

/** What runs nothing but other people's tools, with their own help. */
const OF_OTHERS = ["mutants", "screenshots", "typecheck", "lint", "format", "format:check"];

const commands = Object.entries(scripts)
  .filter(([name]) => !OF_OTHERS.includes(name))
  .map(([name, line]) => ({ name, line }));

/** A copy of the project, in which nothing has run. @type {string} */
let folder;
/** Everything in it, with when it was changed. @type {string[]} */
let untouched;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-commands-"));
  const parts = [
    "adapters",
    "app",
    "bench",
    "contract",
    "platform",
    "scripts",
    "tests",
    "package.json",
  ];
  const options = {
    recursive: true,
    filter: (/** @type {string} */ path) => !path.endsWith(".dev.vars"),
  };
  for (const part of [...parts, "wrangler.toml", "tsconfig.json"]) {
    await cp(join(ROOT, part), join(folder, part), options);
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  untouched = await everything();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function everything() {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => !name.startsWith("node_modules"),
  );
  return Promise.all(
    names.map(async (name) => `${name} ${(await stat(join(folder, name))).mtimeMs}`),
  );
}

/**
 * @param {string} line of package.json @param {string[]} args
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
async function run(line, args) {
  const [, ...words] = line.split(" ");
  // No port of this machine and no secret of it are meant.
  const env = { ...process.env, PORT: "1", OPERATOR_SECRET: "" };
  const options = { cwd: folder, env, timeout: 60_000 };
  try {
    const said = await promisify(execFile)(process.execPath, [...words, ...args], options);
    return { code: 0, ...said };
  } catch (error) {
    return z.object({ code: z.number(), stdout: z.string(), stderr: z.string() }).parse(error);
  }
}

/** How a command's usage names it. @param {string} name */
const called = (name) => new RegExp(`^npm (run )?${name.replace(/:.*/, "")}\\b`, "m");

test.each(commands)(
  "npm run $name says how it is used, refuses what it does not know, and does nothing",
  async ({ name, line }) => {
    const [help, refused] = await Promise.all([run(line, ["--help"]), run(line, ["--nonsense"])]);
    expect(help.stdout).toMatch(called(name));
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(refused.stderr.split("\n")[0]).toContain("nonsense");
    expect(refused.stderr).not.toMatch(/^ {4}at /m);
    expect(refused.code).toBe(1);
    expect(await everything()).toEqual(untouched);
  },
);

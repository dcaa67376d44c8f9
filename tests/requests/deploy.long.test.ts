import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../../scripts/local";
import { startFakeSystem } from "../support/fake-system";

// Tests `puerta deploy` in a copy of the project without generated files.

const PARTS = [
  ...["adapters", "app", "cli", "contract", "platform", "scripts"],
  ...["public/_headers", "public/-"],
];
const FILES = ["package.json", "tsconfig.json", "remix.config.js", "server.ts", "wrangler.toml"];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-deploy-"));
  for (const part of [...PARTS, ...FILES]) {
    await cp(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith(".dev.vars"),
    });
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function deploy(args: string[], env: Record<string, string> = {}) {
  const script = join(folder, "cli", "bin.mjs");
  const noAccount = { CLOUDFLARE_API_TOKEN: "", CLOUDFLARE_ACCOUNT_ID: "", HOME: folder };
  const options = { cwd: folder, env: { ...process.env, ...noAccount, ...env }, timeout: 240_000 };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [script, "deploy", ...args],
      options,
    );
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

const findMissing = (output: string) =>
  output.split("\n").filter((line) => line.startsWith("  - "));

async function replaceInFile(file: string, before: string, after: string) {
  const text = await readFile(join(folder, file), "utf8");
  expect(text).toContain(before);
  await writeFile(join(folder, file), text.replace(before, after));
}

/** The placeholder for the database id in the embedded platform's configuration. */
const NO_DATABASE = "00000000-0000-4000-8000-000000000000";

test("puerta deploy names missing settings, builds, and checks the account's secrets", async () => {
  const fresh = await deploy(["--dry-run"]);
  expect(fresh.code).toBe(1);
  expect(findMissing(fresh.output)).toHaveLength(1);
  expect(fresh.output).toContain("d1 create puerta-platform`");

  const external = await deploy(["--env", "external", "--dry-run"]);
  expect(external.code).toBe(1);
  expect(findMissing(external.output)).toHaveLength(1);
  expect(external.output).toContain("PLATFORM_URL is not set");

  await replaceInFile(
    "platform/wrangler.toml",
    NO_DATABASE,
    NO_DATABASE.replace("00000000", "5f1c9e0a"),
  );
  const vars = (text: string) => `\n[vars]\n${text}\n\n[observability]\n`;
  await replaceInFile("wrangler.toml", "\n[observability]\n", vars('HOME_PATH = "acme"'));
  const wrong = await deploy(["--dry-run"]);
  expect(wrong.code).toBe(1);
  expect(wrong.output).toContain("Wrong configuration. HOME_PATH");

  const right = 'HOME_PATH = "/acme/1"\nREGION = "weur"';
  await replaceInFile("wrangler.toml", 'HOME_PATH = "acme"', right);
  const ready = await deploy(["--dry-run"]);
  expect(ready.output).toContain("Ready to deploy");
  expect(ready.code).toBe(0);
  const names = [...(await readdir(folder)), ...(await readdir(join(folder, "platform")))];
  const left = names.filter((name) => /^\.wrangler-(local|deploy)/.test(name));
  expect(left).toEqual([]);

  const api = await startFakeSystem(({ path }) => {
    const names = { puerta: ["OPERATOR_SECRET"], "puerta-platform": ["API_KEY"] };
    const [, worker = ""] = /\/workers\/scripts\/([\w-]+)\/secrets/.exec(path) ?? [];
    const result = Object.entries(names)
      .find(([name]) => name === worker)?.[1]
      .map((name) => ({ name, type: "secret_text" }));
    const errors = result ? [] : [{ code: 10007, message: "There is no such Worker." }];
    return {
      status: result ? 200 : 404,
      body: { success: result !== undefined, result, errors, messages: [] },
    };
  });
  try {
    const account = {
      CLOUDFLARE_API_BASE_URL: api.url,
      CLOUDFLARE_API_TOKEN: "a-token",
      CLOUDFLARE_ACCOUNT_ID: "an-account",
    };
    const { code, output } = await deploy([], account);
    expect(code).toBe(1);
    expect(findMissing(output)).toEqual([
      '  - The site has no PLATFORM_API_KEY: `npx wrangler secret put PLATFORM_API_KEY --env ""`.',
    ]);
    expect(api.requests.every(({ method }) => method === "GET")).toBe(true);
  } finally {
    await api.stop();
  }
}, 300_000);

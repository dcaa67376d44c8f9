import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "~/scripts/local";
import { DEPLOYED_AT, startFakeCloudflare } from "../support/fake-cloudflare";

// Tests `puerta deploy` in a copy of the project without generated files.

const PARTS = [
  ...["adapters", "app", "cli", "contract", "platform", "scripts", "types"],
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
  (output.split("Not deployed.")[1] ?? "").split("\n").filter((line) => line.startsWith("  - "));

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
}, 600_000);

const SECRETS = { puerta: ["OPERATOR_SECRET"], "puerta-platform": ["API_KEY", "ADMIN_SECRET"] };

test("puerta deploy checks the account's secrets, explains the next step, and changes nothing on the second run", async () => {
  const account = await startFakeCloudflare(SECRETS);
  const env = {
    CLOUDFLARE_API_BASE_URL: account.url,
    CLOUDFLARE_API_TOKEN: "a-token",
    CLOUDFLARE_ACCOUNT_ID: "an-account",
  };
  try {
    for (const args of [[], ["--dry-run"]]) {
      const { code, output } = await deploy(args, env);
      expect(code).toBe(1);
      expect(output).toContain("ADMIN_SECRET is set");
      expect(findMissing(output)).toEqual([
        '  - The site has no PLATFORM_API_KEY: `npx wrangler secret put PLATFORM_API_KEY --env ""`.',
      ]);
    }
    expect(account.requests.every(({ method }) => method === "GET")).toBe(true);

    account.workers.get("puerta")?.secrets.push("PLATFORM_API_KEY");
    const planned = await deploy(["--dry-run"], env);
    expect(planned.output).toContain("1. add the database's tables of 0001_hiring.sql, ");
    expect(planned.output).toContain("2. deploy the embedded platform, which is new");
    expect(planned.output).toContain("$5 a month");
    expect([account.migrations, account.namespaces]).toEqual([[], []]);

    const isSite = ({ method, path }: { method: string; path: string }) =>
      method === "PUT" && path.includes("/scripts/puerta?");
    // wrangler repeats a request that failed with 5xx.
    const errors = [{ code: 10000, message: "Authentication error" }];
    const body = JSON.stringify({ success: false, result: null, errors, messages: [] });
    account.overrides.push({ on: isSite, status: 403, body });
    const failed = await deploy([], env);
    expect(failed.code).toBe(1);
    expect(failed.output).toMatch(
      /Step 3 failed: deploy the site.* These steps were done: add .*; deploy the embedded platform.*run the command again/,
    );

    const deployed = await deploy([], env);
    expect(deployed.output).toContain("Deployed. Check it");
    const before = { migrations: [...account.migrations], namespaces: [...account.namespaces] };
    expect(before.migrations.length).toBeGreaterThan(4);
    expect(before.namespaces).toHaveLength(1);

    const again = await deploy([], env);
    expect(again.output).toContain("1. add no tables: the database has them all");
    expect(again.output).toContain(
      `2. deploy the embedded platform, in place of that of ${DEPLOYED_AT}`,
    );
    expect({ migrations: account.migrations, namespaces: account.namespaces }).toEqual(before);
    for (const [name, { uploads }] of account.workers) {
      const [first, second] = uploads.slice(-2).map(({ metadata: _, ...files }) => files);
      expect(Object.keys(first ?? {}), name).not.toHaveLength(0);
      expect(second, name).toEqual(first);
    }
  } finally {
    await account.stop();
  }
}, 900_000);

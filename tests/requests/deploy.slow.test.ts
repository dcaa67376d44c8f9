import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/local.mjs";

// `npm run deploy` from what a fresh clone has: nothing of this machine's, and no account.

const PARTS = ["adapters", "app", "platform", "scripts", "public/_headers", "public/-"];
const FILES = ["package.json", "tsconfig.json", "remix.config.js", "server.ts", "wrangler.toml"];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-deploy-"));
  for (const part of [...PARTS, ...FILES]) {
    await cp(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith(".dev.vars"),
    });
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What `npm run deploy` says. */
async function deploy(args: string[], env: Record<string, string> = {}) {
  const script = join(folder, "scripts", "deploy.mjs");
  const nobody = { CLOUDFLARE_API_TOKEN: "", CLOUDFLARE_ACCOUNT_ID: "", HOME: folder };
  const options = { cwd: folder, env: { ...process.env, ...nobody, ...env }, timeout: 240_000 };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [script, ...args],
      options,
    );
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

/** What it says is missing. */
const missingIn = (said: string) => said.split("\n").filter((line) => line.startsWith("  - "));

/** Writes a value in the place of another, as a person would who was told to. */
async function fillIn(file: string, before: string, after: string) {
  const text = await readFile(join(folder, file), "utf8");
  expect(text).toContain(before);
  await writeFile(join(folder, file), text.replace(before, after));
}

/** The ids that stand for the databases of the site and of staging until somebody has made them. */
const NO_DATABASE = [
  "00000000-0000-4000-8000-000000000000",
  "00000000-0000-4000-8000-000000000001",
];

/** Names databases that are there. */
async function nameDatabases(ids = NO_DATABASE) {
  for (const id of ids) {
    await fillIn("platform/wrangler.toml", id, id.replace("00000000", "5f1c9e0a"));
  }
}

const [TOP, STAGING, EXTERNAL, BOARDS] = [
  [],
  ["--env", "staging"],
  ["--env", "external"],
  ["--env", "boards"],
];

describe("npm run deploy -- --dry-run from a fresh clone", () => {
  test.each([
    ["the site", TOP, "d1 create puerta-platform`", NO_DATABASE.slice(0, 1)],
    ["staging", STAGING, "d1 create puerta-platform-staging`", NO_DATABASE.slice(1)],
  ])("of %s names the database, and goes on when it is there", async (_, env, command, ids) => {
    const before = await deploy([...env, "--dry-run"]);
    expect(before.code).toBe(1);
    expect(missingIn(before.said)).toHaveLength(1);
    expect(before.said).toContain(command);
    expect(before.said).toContain("platform/wrangler.toml");
    await nameDatabases(ids);
    const after = await deploy([...env, "--dry-run"]);
    expect(after.said).toContain("Nothing is missing");
    expect(after.code).toBe(0);
  });

  test("in front of a platform names its address, and goes on when it is there", async () => {
    const before = await deploy([...EXTERNAL, "--dry-run"]);
    expect(before.code).toBe(1);
    expect(missingIn(before.said)).toHaveLength(1);
    expect(before.said).toContain("PLATFORM_URL is not set");
    await fillIn("wrangler.toml", "https://platform.example/", "https://hiring.acme.com/");
    const after = await deploy([...EXTERNAL, "--dry-run"]);
    expect(after.said).toContain("Nothing is missing");
    expect(after.code).toBe(0);
  });

  test("in front of boards has all that it needs", async () => {
    const { code, said } = await deploy([...BOARDS, "--dry-run"]);
    expect(said).toContain("Nothing is missing");
    expect(code).toBe(0);
  });

  test("with the domain and the desk as the steps have them goes on, and leaves nothing behind", async () => {
    await nameDatabases();
    const [, steps = ""] = (await readFile(join(ROOT, "docs", "deploy.md"), "utf8")).split("\n## ");
    const blocks = [...steps.matchAll(/```toml\n(.*?)```/gs)].map(([, block = ""]) =>
      block.replace(/^ {3}/gm, ""),
    );
    const [routes = "", vars = "", ...others] = blocks;
    expect(routes).toContain("custom_domain = true");
    expect(vars).toContain("DESK_HOST = ");
    expect(others).toEqual([]);
    await fillIn("wrangler.toml", "\n[assets]\n", `\n${routes}\n[assets]\n`);
    await fillIn("wrangler.toml", "\n[observability]\n", `\n${vars}\n[observability]\n`);
    const { code, said } = await deploy(["--dry-run"]);
    expect(said).toContain("Nothing is missing");
    expect(code).toBe(0);
    const left = (await readdir(folder)).filter((name) => name.startsWith(".wrangler-local"));
    expect(left).toEqual([]);
  });

  test("refuses a variable that is wrong, by its name", async () => {
    await nameDatabases();
    await fillIn(
      "wrangler.toml",
      "\n[observability]\n",
      '\n[vars]\nHOME_PATH = "acme"\n\n[observability]\n',
    );
    const { code, said } = await deploy(["--dry-run"]);
    expect(code).toBe(1);
    expect(said).toContain("Wrong configuration. HOME_PATH");
  });
});

describe("npm run deploy", () => {
  /** Stands in for Cloudflare's API: the secrets of each Worker, and nothing else. */
  let api: Server;
  let secrets: Record<string, string[]> = {};
  const asked: string[] = [];
  beforeAll(async () => {
    api = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const [, worker = ""] = /\/workers\/scripts\/([\w-]+)\/secrets/.exec(request.url ?? "") ?? [];
      const result = secrets[worker]?.map((name) => ({ name, type: "secret_text" }));
      response.writeHead(result ? 200 : 404, { "Content-Type": "application/json" });
      const errors = result ? [] : [{ code: 10007, message: "There is no such Worker." }];
      response.end(JSON.stringify({ success: result !== undefined, result, errors, messages: [] }));
    });
    await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => new Promise((resolve) => api.close(resolve)));
  const account = () => ({
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    CLOUDFLARE_API_TOKEN: "a-token",
    CLOUDFLARE_ACCOUNT_ID: "an-account",
  });

  test("names the secrets that the deployed Workers lack, and builds nothing", async () => {
    await nameDatabases();
    secrets = { puerta: ["OPERATOR_SECRET"], "puerta-platform": ["API_KEY"] };
    const { code, said } = await deploy([], account());
    expect(code).toBe(1);
    expect(missingIn(said)).toEqual([
      '  - The site has no PLATFORM_API_KEY: `npx wrangler secret put PLATFORM_API_KEY --env ""`.',
    ]);
    expect(said).not.toContain("OPERATOR_SECRET is not set");
    expect(asked.every((line) => line.startsWith("GET "))).toBe(true);
  });

  test("says so where there is no secret for the operator", async () => {
    secrets = { puerta: ["PLATFORM_API_KEY"], "puerta-platform": [] };
    const { code, said } = await deploy([], account());
    expect(code).toBe(1);
    expect(said).toContain("Consider: OPERATOR_SECRET is not set");
    expect(said).toContain('`npx wrangler secret put OPERATOR_SECRET --env ""`');
  });

  test("names both where there is no Worker yet, in their environment", async () => {
    secrets = {};
    const { code, said } = await deploy(STAGING, account());
    expect(code).toBe(1);
    expect(said).toContain("npx wrangler secret put PLATFORM_API_KEY --env staging");
    expect(said).toContain(
      "npx wrangler secret put API_KEY -c platform/wrangler.toml --env staging",
    );
  });
});

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT, TSX } from "~/scripts/local";
import { startSiteServer, type SiteServer } from "~/scripts/site-server";
import { fakePositions, startFakePlatform, type FakePlatform } from "../support/fake-platform";
import { TEST_API_KEY } from "../support/site";
import { isLong } from "../support/size";

// Rebuilds a copy of the project while a site like that of `npm start` serves the copy.

const PARTS = [
  "app",
  "contract",
  "scripts",
  "types",
  "package.json",
  "tsconfig.json",
  "remix.config.js",
  "server.ts",
  "build",
  "public/build",
  "public/embed.js",
];

let folder: string;
let platform: FakePlatform;
let site: SiteServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-copy-"));
  for (const part of [...PARTS, "wrangler.toml", "public/_headers"]) {
    await cp(join(ROOT, part), join(folder, part), { recursive: true });
  }
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const config = join(folder, "wrangler.toml");
  const routes = 'routes = [{ pattern = "elsewhere.example", custom_domain = true }]';
  await writeFile(config, `${routes}\n${await readFile(config, "utf8")}`);
  platform = await startFakePlatform();
  site = await startSiteServer({
    embedded: false,
    persistTo: join(folder, "state"),
    config: join(folder, "wrangler.toml"),
    vars: { PLATFORM_URL: platform.url, PLATFORM_API_KEY: TEST_API_KEY },
  });
}, 120_000);
afterAll(async () => {
  await (site as typeof site | undefined)?.stop();
  await (platform as FakePlatform | undefined)?.close();
  await rm(folder, { recursive: true, force: true });
});

async function build() {
  const script = join(folder, "scripts", "build.ts");
  const child = spawn(process.execPath, [...TSX, script], { cwd: folder });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, errors: errors.replace(/^npm warn.*\n/gm, "") };
}

/** Finds the URLs of a page's scripts and their imports. */
async function findScripts(path: string): Promise<string[]> {
  const scripts = new Set((await getText(path)).match(/\/build\/[\w/-]+\.js/g));
  for (const script of scripts) {
    const folder = script.slice(0, script.lastIndexOf("/") + 1);
    for (const [, name] of (await getText(script)).matchAll(/["']\.\/([\w.-]+\.js)["']/g)) {
      scripts.add(`${folder}${name}`);
    }
  }
  return [...scripts];
}

async function getText(path: string): Promise<string> {
  const answer = await fetch(site.url + path);
  expect(`${path}: ${answer.status}`).toBe(`${path}: 200`);
  return await answer.text();
}

/** Reads all files that the site serves or runs. */
const readFiles = () =>
  ["build", "public"].flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => `${file}: ${readFileSync(file).toString("base64")}`),
  );

/** Changes a script that all pages load, so that the script's file name changes. */
async function changeScript(text: string) {
  const entry = join(folder, "app", "entry.client.ts");
  await writeFile(entry, `${await readFile(entry, "utf8")}\n${text}\n`);
}

test("pages rendered during a build refer only to files that exist", async () => {
  const page = `/any/any/${fakePositions.plain}`;
  const before = await findScripts(page);
  expect(before.length).toBeGreaterThan(5);
  await changeScript('document.documentElement.dataset.changed = "";');
  const stop = new AbortController();
  const reading = (async () => {
    while (!stop.signal.aborted) await findScripts(page);
  })();
  try {
    expect(await build()).toEqual({ code: 0, errors: "" });
    await expect.poll(async () => (await findScripts(page)).join()).not.toBe(before.join());
  } finally {
    stop.abort();
  }
  await reading;
  // A page that was opened earlier can still load its scripts.
  for (const script of before) await getText(script);
});

test.each([...(isLong ? ["app/entry.client.ts"] : []), "app/edge/response.server.ts"])(
  "a build that fails at %s changes no file and reports the error",
  async (path) => {
    const before = readFiles();
    const file = join(folder, path);
    const code = await readFile(file, "utf8");
    await writeFile(file, `${code}\nthis is no TypeScript\n`);
    const failed = await build();
    await writeFile(file, code);
    expect(failed.code).toBe(1);
    expect(failed.errors).toContain(path.slice(path.lastIndexOf("/") + 1));
    expect(failed.errors).toContain("The build failed. The previous build is unchanged.");
    expect(failed.errors).not.toContain("    at ");
    expect(failed.errors.trim().split("\n").length).toBeLessThanOrEqual(10);
    expect(readFiles()).toEqual(before);
    const cache = readdirSync(join(folder, ".cache"));
    expect(cache.filter((name) => name.startsWith("build-"))).toEqual([]);
  },
);

test("the server exits after workerd has died", { timeout: 120_000 }, async () => {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid,pgid,args"]);
  const workers = stdout.split("\n").flatMap((line) => {
    const [pid, group] = line.trim().split(/\s+/).map(Number);
    return group === site.pid && /workerd.* serve/.test(line) ? (pid ?? []) : [];
  });
  // The first process forwards requests, and the last runs the site.
  process.kill(workers.at(-1) ?? 0, "SIGKILL");
  await site.ended;
  expect(site.lines.at(-1)).toBe("The server no longer answers.");
});

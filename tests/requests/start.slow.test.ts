import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { SEED_FOLDER } from "~/cli/company/files";
import { ROOT, TSX } from "~/scripts/local";
import { puerta } from "../support/puerta-command";

let folder: string;
let state: string;
let running: ChildProcess | undefined;
let output = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-start-"));
  state = join(folder, "state");
});
afterEach(stop);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `puerta start` without a build and waits until the site is up. @returns the output so far */
async function start(): Promise<string> {
  const options = JSON.stringify({ port: 0, persistTo: state, examples: true });
  const code = `const { run } = await import("./cli/start/run");
    await run({ ...${options}, build: () => Promise.resolve() });`;
  running = spawn(process.execPath, [...TSX, "--input-type=module", "--eval", code], {
    cwd: ROOT,
    env: { ...process.env, X_LOCAL_EXPLORER: "true" },
  });
  output = "";
  running.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  running.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 120_000 }).toContain("Ctrl+C");
  return output;
}

async function stop() {
  if (!running) return;
  const ended = once(running, "exit");
  running.kill("SIGINT");
  await ended;
  running = undefined;
}

/** Finds the workerd processes that a process and its children have started. */
function findWorkerds(parent: number | undefined): number[] {
  const all = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid]) => Number(ppid) === parent);
  return all.flatMap(([pid, , name = ""]) =>
    name.endsWith("workerd") ? [Number(pid)] : findWorkerds(Number(pid)),
  );
}

/** URLs of `wrangler dev` and Miniflare, with headers and the local site's response. */
const TOOLS: [path: string, headers: Record<string, string>, status: number][] = [
  ["/cdn-cgi/explorer", {}, 404],
  ["/cdn-cgi/explorer/", {}, 404],
  ["/cdn-cgi/explorer/api", {}, 404],
  ["/cdn-cgi/explorer/api/d1/database", {}, 404],
  ["/cdn-cgi/explorer/api/local/workers", {}, 404],
  ["/cdn-cgi/explorer/api/r2/buckets", {}, 404],
  ["/cdn-cgi/explorer/api/workers/durable_objects/namespaces", {}, 404],
  ["/cdn-cgi/local/explorer", {}, 404],
  ["/cdn-cgi/local/explorer/api", {}, 404],
  ["/cdn-cgi/live-reload", {}, 404],
  ["/cdn-cgi/mf/reload", {}, 404],
  ["/cdn-cgi/mf/stream/1/watch", {}, 404],
  ["/__scheduled", {}, 404],
  ["/core/dev-registry", {}, 404],
  ["/json/list", {}, 404],
  ["/cdn-cgi/platform-proxy", {}, 400],
  ["/cdn-cgi/platform-proxy", { "MF-Op": "GET", "MF-Op-Secret": "00" }, 401],
  // These cannot be turned off, but do not reach our handlers.
  ["/cdn-cgi/handler/email", {}, 400],
  ["/cdn-cgi/handler/scheduled", {}, 500],
  ["/cdn-cgi/mf/scheduled", {}, 500],
  ["/cdn-cgi/handler/scheduled", { Origin: "https://evil.example" }, 403],
];

/** Variables that are reported even if the port is in use. */
const WRONG_VARIABLES = [
  ["MAX_CV_BITES:1", "There is no variable MAX_CV_BITES."],
  ["MAX_CV_BYTES:much", "MAX_CV_BYTES: must be a number."],
  ["HOME_PATH:acme", "HOME_PATH: must be a path on this site, such as /acme/123."],
] as const;

const findUrl = (output: string) => /http:\/\/localhost:\d+/.exec(output)?.[0] ?? "";

test("puerta start shows a code once, adds examples once, hides wrangler's tools and ends with workerd", async () => {
  const first = await start();
  expect(first).toMatch(/sign-in code: +\w{5}(-\w{4}){5}/);
  expect(first).toContain("Harbour Lane Ferries");
  expect(first).toMatch(/Emails are kept at: +http:\/\/desk\.localhost:\d+\/emails/);
  for (const step of ["Building the site", "Preparing the database", "Adding three example"]) {
    expect(first).toMatch(new RegExp(`${step}.* … \\d+\\.\\d s`));
  }
  const company = ["--name", "Crumb", "--country", "gb", "--folder", join(folder, "crumb")];
  await puerta(["company", "new", ...company, "--persist-to", state]);
  const again = await puerta(["start", "--port", "0", "--persist-to", state]);
  expect(again.stderr).toMatch(/^The site is already running on http:\S+ Stop it first\.\n$/);
  const { port } = new URL(findUrl(first));
  for (const [variable, error] of WRONG_VARIABLES) {
    const { code, stdout, stderr } = await puerta(["start", "--port", port, "--var", variable]);
    expect([code, stdout, stderr]).toEqual([1, "", `${error} See docs/deploy.md#variables.\n`]);
  }
  expect((await fetch(findUrl(first), { redirect: "manual" })).headers.get("Location")).toBeNull();
  for (const slug of await readdir(SEED_FOLDER)) {
    await puerta(["company", "delete", slug, "--yes", "--persist-to", state]);
  }
  await stop();

  // The example companies are added only once, so that they stay deleted.
  const second = await start();
  expect(second).toContain("A sign-in code:      npx puerta desk invite --all");
  expect(second).not.toMatch(/\w{5}(-\w{4}){5}/);
  expect(second).not.toContain("Harbour Lane Ferries");
  expect(second).toContain("accepts no applications yet");
  const { headers } = await fetch(findUrl(second), { redirect: "manual" });
  expect(headers.get("Location")).toMatch(/\/crumb\/[0-9a-f-]{36}$/);
  const statuses = TOOLS.map(async ([path, sent]) => {
    const { status } = await fetch(findUrl(second) + path, { headers: sent });
    return [path, sent, status];
  });
  expect(await Promise.all(statuses)).toEqual(TOOLS);

  // The command does not outlive workerd.
  if (!running) throw new Error("puerta start does not run");
  const ended = once(running, "exit");
  const workerds = findWorkerds(running.pid);
  expect(workerds).not.toEqual([]);
  for (const pid of workerds) process.kill(pid, "SIGKILL");
  expect(await ended).toEqual([1, null]);
  running = undefined;
  expect(output).toContain("The server has stopped.");
  expect(output).toContain("The server no longer answers.");
}, 240_000);

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ROOT, TSX } from "../../scripts/local";
import { puerta } from "../support/puerta-command";

let folder: string;
let state: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-start-"));
  state = join(folder, "state");
});
afterEach(stop);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `puerta start` without a build and waits until the site is up. @returns the output so far */
async function start(examples: boolean): Promise<string> {
  const options = JSON.stringify({ port: 0, persistTo: state, examples });
  const code = `const { run } = await import("./cli/start/run");
    await run({ ...${options}, build: () => Promise.resolve() });`;
  running = spawn(process.execPath, [...TSX, "--input-type=module", "--eval", code], { cwd: ROOT });
  let output = "";
  running.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  running.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain("Ctrl+C");
  return output;
}

async function stop() {
  if (!running) return;
  const ended = once(running, "exit");
  running.kill("SIGINT");
  await ended;
  running = undefined;
}

const findUrl = (output: string) => /http:\/\/localhost:\d+/.exec(output)?.[0] ?? "";

test("puerta start shows a sign-in code once and redirects / to the only company", async () => {
  const first = await start(false);
  expect(first).toContain("No companies yet.");
  expect(first).toMatch(/sign-in code: +\w{5}(-\w{4}){5}/);
  const company = ["--name", "Crumb", "--country", "gb", "--folder", join(folder, "crumb")];
  await puerta(["company", "new", ...company, "--persist-to", state]);
  const again = await puerta(["start", "--port", "0", "--persist-to", state]);
  expect(again.stderr).toMatch(/^The site is already running on http:\S+ Stop it first\.\n$/);
  await stop();

  const second = await start(false);
  expect(second).not.toContain("sign-in code");
  expect(second).toContain("accepts no applications yet");
  const home = await fetch(findUrl(second), { redirect: "manual" });
  expect(home.headers.get("Location")).toMatch(/\/crumb\/[0-9a-f-]{36}$/);
  await stop();

  const third = await start(true);
  expect(third).toContain("Harbour Lane Ferries");
  expect((await fetch(findUrl(third), { redirect: "manual" })).headers.get("Location")).toBeNull();
  await puerta(["company", "delete", "harbour-lane-ferries", "--yes", "--persist-to", state]);
  await stop();

  // A deleted example company stays deleted.
  const fourth = await start(true);
  expect(fourth).toContain("Alfar Albufera");
  expect(fourth).not.toContain("Harbour Lane Ferries");
}, 240_000);

import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Outcome } from "../../scripts/load/figures.mjs";
import { ROOT } from "../../scripts/local.mjs";

/** What `npm run load` prints as JSON. */
const load = (...args: string[]) => loadWith({}, ...args);

async function loadWith(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const command = ["scripts/load.mjs", "--json", ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout) as Outcome; // what the command prints
}

test("at a site of its own all arrive once, and nothing of it is left", async () => {
  const TMPDIR = await mkdtemp(join(tmpdir(), "puerta-test-"));
  const { applications, kinds, cpuMs } = await loadWith(
    { TMPDIR },
    ...["--seconds", "3", "--readers", "2", "--applicants", "2", "--applications", "4"],
    ...["--cv-kb", "100", "--kbit", "0", "--no-build"],
  );
  const { sent, ...rest } = applications;
  expect(sent).toBeGreaterThan(4);
  expect(rest).toEqual({ receipts: sent, arrived: sent, lost: 0, twice: 0 });
  for (const [kind, { failed }] of Object.entries(kinds)) expect(failed, kind).toBe(0);
  // Linux says what a process has used; a form with a CV is more work than a page that is kept.
  expect(cpuMs?.application).toBeGreaterThan(cpuMs?.position ?? 0);
  const left = (await readdir(TMPDIR)).filter((name) => name.startsWith("puerta-load-"));
  await rm(TMPDIR, { recursive: true, force: true });
  expect(left).toEqual([]);
}, 300_000);

test("a site elsewhere is not asked", async () => {
  await expect(load("--url", "https://jobs.example/acme/1")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--yes-i-run-this-site") as string,
  });
});

import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Outcome } from "../../scripts/load/figures.mjs";
import { ROOT } from "../../scripts/local.mjs";
import { fakeClientCode, fakeClientUuid, startFakePlatform } from "../support/fake-platform";
import { startSite, TEST_API_KEY } from "../support/site";

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

test("its counts are those of the platform and of the site", async () => {
  const platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  const site = await startSite({ platform: platform.url, vars: { PAGE_CACHE: "on" } });
  try {
    // The first attempt of the first one is lost, and made again by itself.
    platform.on("apply").once.answer({ status: 503 });
    const { applications, kinds } = await load(
      ...["--url", `${site.url}/${fakeClientCode}/${fakeClientUuid}`, "--seconds", "20"],
      ...["--readers", "2", "--requests", "400", "--applicants", "2", "--applications", "6"],
      ...["--cv-kb", "50", "--kbit", "4000"],
    );
    const count = platform.applications.length;
    expect(count).toBe(6);
    expect(applications).toEqual({ sent: 6, receipts: 6, arrived: 6, lost: 0, twice: 0 });
    expect(new Set(platform.applications.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(6);
    expect(platform.applications.map(({ cv }) => cv?.bytes.length)).toEqual(Array(6).fill(50_000));

    const lines = site.log.filter((line) => line.startsWith('{"event":"request"'));
    const posts = lines.filter((line) => line.includes('"method":"POST"'));
    expect(kinds.application).toMatchObject({ requests: posts.length, answers: { 303: 6 } });
    expect(kinds.application?.up).toBeGreaterThan(6 * 50_000);
    // Not all of them could be made anew, and readers who come back have what they read.
    const unchanged = lines.filter((line) => line.includes('"status":304')).length;
    const answered = Object.values(kinds).map(({ answers }) => answers[304] ?? 0);
    expect(answered.reduce((sum, one) => sum + one, 0)).toBe(unchanged);
    expect(unchanged).toBeGreaterThan(0);
    for (const kind of ["career site", "search", "position", "receipt"]) {
      expect(kinds[kind]?.requests, kind).toBeGreaterThan(0);
      expect(kinds[kind]?.failed, kind).toBe(0);
    }
  } finally {
    await site.stop();
    await platform.close();
  }
});

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

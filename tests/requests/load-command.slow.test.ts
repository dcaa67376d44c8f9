import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Outcome } from "../../scripts/load/figures.mjs";
import { ROOT } from "../../scripts/local.mjs";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform";
import { sitesForFile } from "../support/sites-for-file";

const { platform, site } = await sitesForFile({ site: { vars: { PAGE_CACHE: "on" } } });

/** What `npm run load` prints as JSON. */
async function load(...args: string[]): Promise<Outcome> {
  const command = ["scripts/load.mjs", "--json", ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  return JSON.parse(stdout) as Outcome; // what the command prints
}

test("its counts are those of the platform and of the site", async () => {
  // The first attempt of the first one is lost, and made again by itself.
  platform.on("apply").once.answer({ status: 503 });
  const { applications, kinds } = await load(
    ...["--url", `${site.url}/${fakeClientCode}/${fakeClientUuid}`, "--seconds", "20"],
    ...["--readers", "2", "--requests", "400", "--applicants", "2", "--applications", "6"],
    ...["--cv-kb", "50", "--kbit", "4000"],
  );
  expect(applications).toEqual({ sent: 6, receipts: 6, arrived: 6, lost: 0, twice: 0 });
  expect(new Set(platform.applications.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(6);
  expect(platform.applications.map(({ cv }) => cv?.bytes.length)).toEqual(Array(6).fill(50_000));
  const posts = site.log.filter((line) => /"event":"request".*"method":"POST"/.test(line));
  expect(kinds.application).toMatchObject({ requests: posts.length, answers: { 303: 6 } });
  for (const kind of ["career site", "search", "position", "receipt"]) {
    expect(kinds[kind]?.requests, kind).toBeGreaterThan(0);
    expect(kinds[kind]?.failed, kind).toBe(0);
  }
});

test("a site elsewhere is not asked", async () => {
  await expect(load("--url", "https://jobs.example/acme/1")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--yes-i-run-this-site") as string,
  });
});

import { expect, test } from "vitest";
import { PLATFORM_ID } from "~/contract/ids";
import type { Env } from "./env";
import { createId, cvKey, deleteOrphanedFiles, fileKey } from "./files";

const HOUR = 60 * 60 * 1000;
const NOW = Date.parse("2027-03-01T09:23:00Z");

test("creates different ids that sort by time", () => {
  const ids = [NOW - HOUR, NOW - 1, NOW, NOW + 1].map(createId);
  expect(ids.toSorted()).toEqual(ids);
  expect(createId(NOW)).not.toBe(createId(NOW));
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(id).toMatch(PLATFORM_ID);
  }
});

/** Creates a bucket that lists two keys per page, and a database with applications that have these ids. */
function createEnv(keys: string[], ids: string[], from: number | null = NOW - 4 * HOUR) {
  const stored = new Set(keys);
  const bucket = {
    list({ prefix, startAfter }: { prefix: string; startAfter: string }) {
      const left = [...stored].sort().filter((key) => key.startsWith(prefix) && key > startAfter);
      const objects = left.slice(0, 2).map((key) => ({ key }));
      return Promise.resolve({ objects, truncated: left.length > 2 });
    },
    delete: (deleted: string[]) => Promise.resolve(deleted.map((key) => stored.delete(key))),
  };
  let checkedTo = from;
  const statement = (value?: unknown) => ({
    bind: (bound: unknown) => statement(bound),
    first: () => Promise.resolve(checkedTo),
    run: () => Promise.resolve((checkedTo = value as number)),
    all: () => {
      const asked = JSON.parse(String(value)) as string[];
      return Promise.resolve({
        results: ids.filter((id) => asked.includes(id)).map((id) => ({ id })),
      });
    },
  });
  const env = { CVS: bucket, DB: { prepare: () => statement() } };
  // has all members that `deleteOrphanedFiles` uses
  return { env: env as unknown as Env, stored };
}

test("deletes no older files in the first run with a new database, whose rows may still be imported", async () => {
  const older = cvKey(createId(NOW - 2 * HOUR));
  const newer = cvKey(createId(NOW - HOUR + 1));
  const { env, stored } = createEnv([older, newer], [], null);
  await deleteOrphanedFiles(env, NOW);
  await deleteOrphanedFiles(env, NOW + HOUR);
  expect([...stored]).toEqual([older]);
});

test("deletes files without an application in several runs, and no others", async () => {
  const old = Array.from({ length: 30 }, (_, index) => createId(NOW - 3 * HOUR + index));
  const [known = "", ...orphans] = old;
  const recent = createId(NOW - HOUR + 1);
  // Version 1.0.0 created such ids.
  const random = "00e7b6a0-93c1-4a0b-8f0e-0c8a8b1f6d01";
  const kept = [cvKey(known), fileKey(known, 0), cvKey(recent), cvKey(random)].sort();
  const lost = orphans.flatMap((id) => [cvKey(id), fileKey(id, 0), fileKey(id, 1)]);
  const { env, stored } = createEnv([...kept, ...lost], [known]);
  await deleteOrphanedFiles(env, NOW);
  expect(stored.size).toBeGreaterThan(kept.length);
  for (let run = 0; run < 4; run += 1) await deleteOrphanedFiles(env, NOW);
  expect([...stored].sort()).toEqual(kept);
  await deleteOrphanedFiles(env, NOW + 2 * HOUR);
  expect([...stored].sort()).toEqual(kept.filter((key) => !key.includes(recent)));
});

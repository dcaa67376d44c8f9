import { afterAll, beforeAll, expect, test } from "vitest";
import { fakeClientUuid, fakePositions } from "../fake-platform-data";
import { startHostilePlatform } from "./platform";

type Platform = Awaited<ReturnType<typeof startHostilePlatform>>;

const KEYS = Array.from({ length: 150 }, (_, index) => `key-${index}`);
/** With these it says that it took nothing. */
const NOTHING = [401, 421, 423, 425, 429];

let platform: Platform;
beforeAll(async () => {
  platform = await startHostilePlatform({ apiKey: "the-key", seed: "a seed", applyTimeoutMs: 20 });
});
afterAll(() => platform.close());

/** @returns the status; 0 for no answer, or one that is cut */
async function apply(key: string, { url } = platform): Promise<number> {
  const body = new FormData();
  body.set("first_name", key);
  const headers = { "X-Api-Key": "the-key", "Idempotency-Key": key };
  const address = `${url}/hiring/${fakeClientUuid}/positions/${fakePositions.plain}/apply`;
  try {
    const signal = AbortSignal.timeout(1000);
    const init = { method: "POST", headers, body, signal, redirect: "manual" } as const;
    const response = await fetch(address, init);
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
}

/** Does something with each key, a few at a time: a slow machine answers no more within a call's time. */
async function withEach<T>(work: (key: string) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  const left = [...KEYS.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: 15 }, worker));
  return results;
}

test("a hostile platform does not lie, and takes each application once", async () => {
  const statuses = await withEach((key) => apply(key));
  for (const [index, key] of KEYS.entries()) {
    const status = statuses[index] ?? 0;
    if (NOTHING.includes(status)) expect(platform.has(key), `${key}: ${status}`).toBe(false);
    if (status === 201) expect(platform.has(key), key).toBe(true);
  }
  platform.calm();
  const before = platform.applications.length;
  expect(before).toBeGreaterThan(10);
  expect(before).toBeLessThan(KEYS.length);
  // A call may end before a slow machine has come to it: then it is made again.
  const untilTaken = async (key: string) => {
    do await apply(key);
    while (!platform.has(key));
  };
  await withEach(untilTaken);
  expect(new Set(platform.applications.map(({ idempotencyKey }) => idempotencyKey))).toEqual(
    new Set(KEYS),
  );
  expect(platform.applications).toHaveLength(KEYS.length);
  expect(platform.changed()).toEqual([]);
});

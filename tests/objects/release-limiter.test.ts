import { runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { getObjects } from "~/app/application/delivery/objects.server";
import { FAILURES_UNTIL_DOWN } from "~/app/application/delivery/release";
import { fakeClientUuid } from "../support/fake-platform-data";
import { siteEnv } from "./candidate";
import { MINUTE, SECOND } from "./clock";

const limiter = () => getObjects(siteEnv()).release(fakeClientUuid);

/** Reports failures until the limiter considers the platform down. */
async function reportOutage(retryAfterMs = 0): Promise<void> {
  for (let misses = 0; misses < FAILURES_UNTIL_DOWN; misses += 1) {
    await limiter().report({ receiptId: `${misses}`, isDown: true, retryAfterMs });
  }
}

/** Crashes the limiter without deleting its storage. */
const crashLimiter = () =>
  runInDurableObject(limiter(), (_, context) => context.abort("crashed")).catch(() => undefined);

beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));

test("the limiter remembers an outage, and which application probes the platform, after a restart", async () => {
  await reportOutage(4 * MINUTE);
  await crashLimiter();
  expect(await limiter().requestSlot("d", false)).toBe(4 * MINUTE + 50);
  vi.setSystemTime(Date.now() + 4 * MINUTE);
  expect(await limiter().requestSlot("d", false)).toBe(0);
  await crashLimiter();
  expect(await limiter().requestSlot("e", false)).toBe(SECOND + 50);
  await limiter().report({ receiptId: "d", isDown: true });
  await crashLimiter();
  expect(await limiter().requestSlot("e", false)).toBe(4 * SECOND + 50);
  await limiter().report({ receiptId: "d", isDown: false });
  await crashLimiter();
  expect(await limiter().requestSlot("e", false)).toBe(0);
  expect(await runInDurableObject(limiter(), (_, { storage }) => [...storage.kv.list()])).toEqual(
    [],
  );
});

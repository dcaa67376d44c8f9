import { runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { objectsOf } from "../../app/application/delivery/objects.server";
import { MISSES_UNTIL_AWAY } from "../../app/application/delivery/release";
import { fakeClientUuid } from "../support/fake-platform-data";
import { siteEnv } from "./candidate";
import { MINUTE, SECOND } from "./clock";
import { errorLines } from "./errors";

const gate = () => objectsOf(siteEnv()).release(fakeClientUuid);

/** Has the gate hear that the platform is away: so many attempts found it so. */
async function away(retryAfterMs = 0): Promise<void> {
  for (let misses = 0; misses < MISSES_UNTIL_AWAY; misses += 1) {
    await gate().report({ asker: `${misses}`, isAway: true, retryAfterMs });
  }
}

/** Ends the gate as a crash does: what it stored stays. */
const crashGate = () =>
  runInDurableObject(gate(), (_, context) => context.abort("crashed")).catch(() => undefined);

beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));

test("that the platform is away is known after a restart of the gate, and so is who probes", async () => {
  await away(4 * MINUTE);
  await crashGate();
  expect(await gate().turn("d", false)).toBe(4 * MINUTE + 50);
  vi.setSystemTime(Date.now() + 4 * MINUTE);
  expect(await gate().turn("d", false)).toBe(0);
  await crashGate();
  expect(await gate().turn("e", false)).toBe(SECOND + 50);
  await gate().report({ asker: "d", isAway: true });
  await crashGate();
  expect(await gate().turn("e", false)).toBe(4 * SECOND + 50);
  await gate().report({ asker: "d", isAway: false });
  await crashGate();
  expect(await gate().turn("e", false)).toBe(0);
  expect(await runInDurableObject(gate(), (_, { storage }) => [...storage.kv.list()])).toEqual([]);
});

test("what a newer build stored is left alone", async () => {
  const errors = errorLines();
  const newer = { version: 2, is: "away" };
  await runInDurableObject(gate(), (_, { storage }) => storage.kv.put("away", newer));
  await crashGate();
  await away();
  expect(await gate().turn("d", false)).toBe(2 * SECOND + 50);
  await gate().report({ asker: "d", isAway: false });
  const left = await runInDurableObject(gate(), (_, { storage }) => storage.kv.get("away"));
  expect(left).toEqual(newer);
  expect(errors).toEqual(["What the release gate stored cannot be read by this build"]);
});

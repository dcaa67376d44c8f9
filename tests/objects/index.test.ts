import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { objectsOf } from "../../app/application/delivery/objects.server";
import type { UndeliveredEntry } from "../../app/application/delivery/undelivered";
import { fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { applications, candidate, crash, siteEnv, type Candidate } from "./candidate";
import { alarmOf, DAY, HOUR, MINUTE, pass, ring, SECOND } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform } from "./platform";

const index = () => objectsOf(siteEnv()).undelivered();

/** What the index says of one application. */
const entryOf = async ({ receiptId }: Candidate): Promise<UndeliveredEntry | undefined> =>
  (await index().list(receiptId)).applications[0];

/** Replaces the index by one that can be made to fail. */
function breakableIndex() {
  const real = siteEnv().UNDELIVERED;
  const state = { isAway: false };
  const reach = <T>(work: () => Promise<T>) =>
    state.isAway ? Promise.reject(new Error("Network connection lost.")) : work();
  given.env.UNDELIVERED = {
    idFromName: (name: string) => real.idFromName(name),
    get: (id: DurableObjectId) => ({
      put: (entry: UndeliveredEntry) => reach(async () => real.get(id).put(entry)),
      remove: (receiptId: string) => reach(async () => real.get(id).remove(receiptId)),
      list: (prefix: string) => real.get(id).list(prefix),
    }),
  } as unknown as typeof real; // it has all that is called
  return state;
}

describe("an application is in the index", () => {
  test("from its first attempt on, with nothing of its candidate's", async () => {
    platform.next({ does: "stall" });
    const ana = await candidate();
    const answering = ana.send().catch(() => undefined);
    await platform.heard(1);
    expect(await entryOf(ana)).toEqual({
      receiptId: ana.receiptId,
      state: "waiting",
      clientUuid: fakeClientUuid,
      positionUuid: fakePositions.questions,
      sentAt: Date.now(),
      attempts: 1,
      lastStatus: null,
      dueAt: Date.now(),
    });
    await crash(ana);
    await answering;
  });

  test("not when it was delivered, or refused, at once", async () => {
    for (const mood of [answer(201), answer(400), answer(409)]) {
      platform.next(mood);
      const ana = await candidate();
      await ana.send();
      expect(await entryOf(ana)).toBeUndefined();
    }
  });

  test("as it stands, while it waits, until it is delivered", async () => {
    platform.next(answer(503), answer(502));
    const ana = await candidate();
    await ana.send();
    expect(await entryOf(ana)).toMatchObject({ attempts: 1, lastStatus: 503 });
    await ring(ana.object);
    const dueAt = await alarmOf(ana.object);
    expect(await entryOf(ana)).toMatchObject({
      state: "waiting",
      attempts: 2,
      lastStatus: 502,
      dueAt,
    });
    await ring(ana.object);
    expect(await entryOf(ana)).toBeUndefined();
  });

  test("as failed, until its contents go", async () => {
    errorLines();
    given.env.RETRY_AMBIGUOUS = "off";
    platform.next(answer(500));
    const ana = await candidate();
    await ana.send();
    const dueAt = Date.now() + 7 * DAY;
    expect(await entryOf(ana)).toMatchObject({ state: "failed", lastStatus: 500, dueAt });
    await pass(ana.object, 7 * DAY);
    expect(await entryOf(ana)).toBeUndefined();
  });

  test.each(["drop", "sendAgain"] as const)("until an operator's %s", async (word) => {
    platform.next(answer(503));
    const ana = await candidate();
    await ana.send();
    await applications()[word](ana.receiptId);
    expect(await entryOf(ana)).toBeUndefined();
  });

  test("by its number, and so is one that an operator has lost", async () => {
    await index().put({
      receiptId: "f".repeat(64),
      state: "waiting",
      clientUuid: "c",
      positionUuid: "p",
      sentAt: 1,
      attempts: 1,
      lastStatus: null,
      dueAt: 1,
    });
    expect(await applications().undelivered("ZZZZ-ZZZZ")).toMatchObject({ total: 1 });
    // What has nothing to be sent is not listed either.
    expect(await applications().sendAgain("f".repeat(64))).toBeUndefined();
    expect(await applications().undelivered("ZZZZ-ZZZZ")).toMatchObject({ total: 0 });
    expect(await applications().undelivered("nothing")).toMatchObject({ total: 0 });
  });
});

describe("an index that cannot be reached", () => {
  test("holds nobody up, and is told by the next alarm", async () => {
    const state = breakableIndex();
    const errors = errorLines();
    state.isAway = true;
    platform.next(answer(503, {}, { "Retry-After": "7200" }));
    const ana = await candidate();
    expect(await ana.send()).toMatchObject({ receipt: { standing: "on-its-way" } });
    expect(errors.join()).toContain("The index of undelivered applications could not be reached");
    expect(await entryOf(ana)).toBeUndefined();
    expect(await ring(ana.object)).toBe(10 * MINUTE);
    expect(await entryOf(ana)).toBeUndefined();
    state.isAway = false;
    await ring(ana.object);
    expect(await entryOf(ana)).toMatchObject({ attempts: 1, lastStatus: 503 });
    expect(platform.attempts).toHaveLength(1);
    // From then on the alarm serves the next attempt again.
    expect(await alarmOf(ana.object)).toBe((await entryOf(ana))?.dueAt);
  });

  test("names what was delivered no longer than until it can be reached", async () => {
    const state = breakableIndex();
    errorLines();
    platform.next(answer(503));
    const ana = await candidate();
    await ana.send();
    state.isAway = true;
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(await entryOf(ana)).toBeDefined();
    state.isAway = false;
    expect(await ring(ana.object)).toBe(10 * MINUTE);
    expect(await entryOf(ana)).toBeUndefined();
    expect(await ring(ana.object)).toBeGreaterThan(89 * DAY);
  });
});

describe("the list", () => {
  test("is of the oldest first, says how many there are, and names a thousand", async () => {
    const stub = siteEnv().UNDELIVERED.getByName("a list");
    const entry = (number: number): UndeliveredEntry => ({
      receiptId: number.toString(16).padStart(4, "0").padEnd(64, "0"),
      state: "waiting",
      clientUuid: "c",
      positionUuid: "p",
      attempts: 1,
      lastStatus: 503,
      sentAt: 5000 - number,
      dueAt: number,
    });
    await runInDurableObject(stub, (list) => {
      for (let number = 0; number < 1005; number += 1) list.put(entry(number));
    });
    await stub.put({ ...entry(3), state: "failed" });
    const { total, applications: listed } = await stub.list();
    expect([total, listed.length]).toEqual([1005, 1000]);
    expect(listed[0]).toEqual(entry(1004));
    expect((await stub.list("0003")).applications).toEqual([{ ...entry(3), state: "failed" }]);
    // 0x03e0 to 0x03ec, the last of them.
    expect((await stub.list("03e")).total).toBe(13);
    await stub.remove(entry(3).receiptId);
    expect((await stub.list()).total).toBe(1004);
  });
});

describe("an alarm that fails", () => {
  test("throws nothing, and is tried again a minute later", async () => {
    const errors = errorLines();
    platform.next(answer(503));
    const before = await candidate();
    await before.send();
    // As a wrong variable might cause.
    given.env.RETRY_MOST_MS = "soon";
    const ana = await crash(before);
    await ring(ana.object);
    expect(errors.join()).toContain("An application's alarm failed: ConfigurationError");
    expect(await ring(ana.object)).toBe(MINUTE);
    given.env.RETRY_MOST_MS = String(HOUR);
    const mended = await crash(ana);
    expect(await ring(mended.object)).toBe(MINUTE);
    expect(await mended.standing()).toBe("delivered");
    expect(platform.taken()).toHaveLength(1);
  });

  test("loses nothing of an attempt that it was to make", async () => {
    const errors = errorLines();
    platform.next(answer(503));
    const ana = await candidate();
    await ana.send();
    platform.next({ does: "drop" });
    expect(await ring(ana.object)).toBeLessThanOrEqual(2.5 * SECOND);
    expect(await ana.standing()).toBe("on-its-way");
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(errors).toEqual([]);
  });
});

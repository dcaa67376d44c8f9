import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { shardOf } from "../../app/application/delivery/shards";
import { fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { candidate, cutOff, type Candidate, sent } from "./candidate";
import { alarmOf, DAY, HOUR, MINUTE, pass, ring, SECOND, timeOut } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import { breakableIndex, countsOf, entry, entryOf, operator, shard, told } from "./undelivered";

describe("an application is in the index", () => {
  test.each([
    [answer(201), ["countDelivery"]],
    [answer(400), []],
    [answer(409), []],
  ])(
    "not when its first attempt had an answer: the index never hears which it is (%j)",
    async (mood, told) => {
      const index = breakableIndex();
      const ana = await sent(mood);
      await expect
        .poll(() => index.told)
        .toEqual(told.map((call) => `${shardOf(ana.receiptId)} ${call}`));
      expect(await entryOf(ana)).toBeUndefined();
      expect(await alarmOf(ana.object)).toBeGreaterThan(Date.now() + 10 * MINUTE);
    },
  );

  test("not during its first attempt; in its shard when that has not succeeded, with nothing of its candidate's", async () => {
    const index = breakableIndex();
    platform.next({ does: "stall" });
    const ana = await candidate();
    const answering = ana.send();
    await platform.heard(1);
    expect(index.told).toEqual([]);
    await timeOut(ana.object, 30 * SECOND);
    await answering;
    await told(ana);
    expect(await entryOf(ana)).toEqual({
      receiptId: ana.receiptId,
      state: "waiting",
      reason: null,
      clientUuid: fakeClientUuid,
      positionUuid: fakePositions.questions,
      sentAt: Date.now() - 30 * SECOND,
      attempts: 1,
      lastStatus: null,
      dueAt: await alarmOf(ana.object),
    });
    expect(index.told).toEqual([`${shardOf(ana.receiptId)} put`]);
    expect(shardOf(ana.receiptId)).toBe(`undelivered-${ana.receiptId.slice(0, 1)}`);
  });

  test("when its first attempt was cut off, before the Worker's repeat is answered", async () => {
    const { ana, upload } = await cutOff();
    expect(await ana.send({ upload }, true)).toMatchObject({ receipt: { standing: "on-its-way" } });
    expect(await entryOf(ana)).toMatchObject({ state: "waiting", attempts: 1, lastStatus: null });
  });

  test("as it stands, while it waits, until it is delivered", async () => {
    const ana = await sent(answer(503), answer(502));
    await told(ana);
    expect(await entryOf(ana)).toMatchObject({ attempts: 1, lastStatus: 503 });
    await ring(ana.object);
    await told(ana);
    const dueAt = await alarmOf(ana.object);
    expect(await entryOf(ana)).toMatchObject({
      state: "waiting",
      attempts: 2,
      lastStatus: 502,
      dueAt,
    });
    await ring(ana.object);
    await told(ana);
    expect(await entryOf(ana)).toBeUndefined();
  });

  test("as failed, with the reason, until its contents go", async () => {
    errorLines();
    given.env.RETRY_AMBIGUOUS = "off";
    const ana = await sent(answer(500));
    await told(ana);
    const dueAt = Date.now() + 7 * DAY;
    const failed = { state: "failed", reason: "answer-lost", lastStatus: 500, dueAt };
    expect(await entryOf(ana)).toMatchObject(failed);
    await pass(ana.object, 7 * DAY);
    await told(ana);
    expect(await entryOf(ana)).toBeUndefined();
  });

  test.each(["drop", "send"] as const)("until an operator's %s", async (word) => {
    const ana = await sent(answer(503));
    await told(ana);
    await operator()[word](ana.receiptId);
    await told(ana);
    expect(await entryOf(ana)).toBeUndefined();
  });
});

/** An application that is told while the index hangs: its candidate waits for a second. */
async function sentWhileItHangs(
  index: ReturnType<typeof breakableIndex>,
  ...moods: Mood[]
): Promise<Candidate> {
  index.does = "hang";
  platform.next(...moods);
  const ana = await candidate();
  const answering = ana.send();
  while (index.told.length === 0) await scheduler.wait(1);
  const isAnswered = await Promise.race([answering.then(() => true), scheduler.wait(50)]);
  expect(isAnswered).toBeFalsy();
  await timeOut(ana.object, SECOND);
  expect(await answering).toMatchObject({ receipt: { standing: "on-its-way" } });
  return ana;
}

describe("an index that cannot be reached", () => {
  test("and fails holds no candidate up", async () => {
    const index = breakableIndex();
    errorLines();
    index.does = "fail";
    // No time passes here, so a wait for a time-out would never end.
    const ana = await sent(answer(503), answer(503));
    expect(index.told).toHaveLength(1);
    expect(await ana.send()).toMatchObject({ receipt: { standing: "on-its-way" } });
    // What is due first, the next attempt or the index, is what the alarm is set to.
    expect(await ring(ana.object)).toBeLessThanOrEqual(2.5 * SECOND);
    expect(platform.attempts).toHaveLength(2);
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
  });

  test("and hangs holds a candidate up for a second at most", async () => {
    errorLines();
    await sentWhileItHangs(breakableIndex(), answer(503));
  });

  test("has the application as soon as its receipt is opened", async () => {
    const index = breakableIndex();
    errorLines();
    index.does = "fail";
    const ana = await sent(answer(503));
    expect(await entryOf(ana)).toBeUndefined();
    index.does = "answer";
    expect(await ana.standing()).toBe("on-its-way");
    expect(await entryOf(ana)).toMatchObject({ state: "waiting" });
  });

  test("is told by the next alarm", async () => {
    const index = breakableIndex();
    const errors = errorLines();
    const ana = await sentWhileItHangs(index, answer(503, {}, { "Retry-After": "7200" }));
    expect(await alarmOf(ana.object)).toBe(Date.now() - SECOND + 10 * MINUTE);
    await timeOut(ana.object, 9 * SECOND);
    await expect.poll(() => errors.join()).toContain("could not be reached: DeadlinePassed");
    await ring(ana.object);
    // A crash while it hangs again costs nothing.
    expect(await alarmOf(ana.object)).toBe(Date.now() + 10 * MINUTE);
    await timeOut(ana.object, 10 * SECOND);
    const failures = () => errors.filter((line) => line.includes("could not be reached")).length;
    await expect.poll(failures).toBe(2);
    index.does = "fail";
    await ring(ana.object);
    await expect.poll(failures).toBe(3);
    expect(await entryOf(ana)).toBeUndefined();
    index.does = "answer";
    expect(await ring(ana.object)).toBe(10 * MINUTE);
    await told(ana);
    expect(await entryOf(ana)).toMatchObject({ attempts: 1, lastStatus: 503 });
    expect(platform.attempts).toHaveLength(1);
    // From then on the alarm serves the next attempt again.
    expect(await alarmOf(ana.object)).toBe((await entryOf(ana))?.dueAt);
  });

  test("names what was delivered no longer than until it can be reached", async () => {
    const index = breakableIndex();
    const errors = errorLines();
    const ana = await sent(answer(503));
    await told(ana);
    index.does = "fail";
    await ring(ana.object);
    await expect.poll(() => errors).toHaveLength(1);
    expect(await entryOf(ana)).toBeDefined();
    index.does = "answer";
    expect(await ring(ana.object)).toBe(10 * MINUTE);
    await told(ana);
    expect(await ana.standing()).toBe("delivered");
    expect(await entryOf(ana)).toBeUndefined();
    expect(await ring(ana.object)).toBeGreaterThan(89 * DAY);
  });

  test("never hears of two changes in the wrong order", async () => {
    const index = breakableIndex();
    errorLines();
    const ana = await sentWhileItHangs(index, answer(503));
    // It is delivered while the index still hears that it waits.
    const ringing = ring(ana.object);
    await platform.heard(2);
    const name = shardOf(ana.receiptId);
    await expect.poll(() => index.told).toEqual([`${name} put`, `${name} countDelivery`]);
    await timeOut(ana.object, SECOND);
    await ringing;
    index.does = "answer";
    await shard(shardOf(ana.receiptId)).put(entry({ receiptId: ana.receiptId }));
    await ring(ana.object);
    await timeOut(ana.object, 9 * SECOND);
    await ring(ana.object);
    await told(ana);
    expect(await ana.standing()).toBe("delivered");
    expect(await entryOf(ana)).toBeUndefined();
  });
});

describe("a delivery is counted", () => {
  const DELIVERED = { hour: 1, day: 1 };

  test.each([
    ["at once", [answer(201)]],
    ["later", [answer(503), answer(502), answer(201)]],
  ])("once, %s, for an hour and for a day", async (_, moods) => {
    breakableIndex();
    const ana = await sent(...moods);
    for (const _later of moods.slice(1)) await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    // Sent again, it is the same delivery.
    await ana.send();
    const own = () => countsOf(shardOf(ana.receiptId));
    await expect.poll(own).toEqual(DELIVERED);
    await timeOut(ana.object, HOUR);
    expect(await own()).toEqual({ day: 1 });
    await timeOut(ana.object, 23 * HOUR);
    expect(await own()).toEqual({});
  });

  test.each(["fail", "hang"] as const)(
    "and holds nobody up where the index does not answer (%s)",
    async (does) => {
      const index = breakableIndex();
      errorLines();
      const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      index.does = does;
      const ana = await sent(answer(201));
      expect(await ana.standing()).toBe("delivered");
      if (does === "hang") await timeOut(ana.object, 10 * SECOND);
      await expect
        .poll(() => warn.mock.calls.join())
        .toContain("A delivery may not have been counted");
      warn.mockRestore();
      expect(await countsOf(shardOf(ana.receiptId))).toEqual({});
    },
  );

  test("beside entries that wait; what another build counts in its own way is left alone", async () => {
    const stub = shard("counted");
    await stub.countDelivery();
    await stub.put(entry({ dueAt: Date.now() }));
    expect(await countsOf("counted")).toEqual({ ...DELIVERED, waiting: 1 });
    const theirs = { version: 2, days: [7] };
    await runInDurableObject(stub, (_, { storage }) => storage.kv.put("deliveries", theirs));
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await stub.countDelivery();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
    expect(await countsOf("counted")).toEqual({ waiting: 1 });
    expect((await stub.counts(0)).delivered).toBeUndefined();
    await runInDurableObject(stub, (_, { storage }) =>
      expect(storage.kv.get("deliveries")).toEqual(theirs),
    );
  });

  test("and the site's are the sum of all parts of the index", async () => {
    const before = (await operator().counts()).delivered ?? { hour: 0, day: 0 };
    for (const digit of "0af") await shard(`undelivered-${digit}`).countDelivery();
    const { delivered } = await operator().counts();
    expect(delivered).toEqual({ hour: before.hour + 3, day: before.day + 3 });
  });

  test("and where no part of the index can read its count, no number is said", async () => {
    const states = [{ state: "waiting", count: 2, oldest: 1 }];
    const index = {
      idFromName: (name: string) => name,
      get: () => ({ counts: () => Promise.resolve({ states, delivered: undefined }) }),
    };
    Object.assign(given.env, { UNDELIVERED: index });
    const { waiting, delivered } = await operator().counts();
    expect([waiting, delivered]).toEqual([32, undefined]);
  });
});

import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { shardOf } from "../../app/application/delivery/shards";
import { candidate, crash, siteEnv, type Candidate, sent } from "./candidate";
import { HOUR, MINUTE, ring, SECOND, timeOut } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform } from "./platform";
import { breakableIndex, entry, entryOf, operator, shard, told } from "./undelivered";

/** Takes an object's alarm away. */
const loseAlarm = ({ object }: Candidate) =>
  runInDurableObject(object, (_, { storage }) => storage.deleteAlarm());

/** The time of an object's alarm, or of the one that the runtime has lost. */
const alarm = ({ object }: Candidate) =>
  runInDurableObject(object, (_, { storage }) => storage.getAlarm());

const wakeOverdue = (ana: Candidate) => shard(shardOf(ana.receiptId)).wakeOverdue();

describe("an alarm that was lost", () => {
  test("is set again when the receipt is opened, and the application arrives", async () => {
    const before = await sent(answer(503));
    await loseAlarm(before);
    const ana = await crash(before);
    expect(await ana.standing()).toBe("on-its-way");
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(platform.taken()).toHaveLength(1);
  });

  test("though the object still knows of it: what is overdue is set to another time", async () => {
    const ana = await sent(answer(503));
    const before = await alarm(ana);
    vi.setSystemTime(Date.now() + HOUR);
    expect(await alarm(ana)).toBe(before);
    await ana.standing();
    expect(await alarm(ana)).toBe(Date.now());
  });

  test("does not move an alarm that is set and not due", async () => {
    const ana = await sent(answer(503));
    const before = await alarm(ana);
    expect(before).not.toBeNull();
    await ana.standing();
    expect(await alarm(ana)).toBe(before);
  });

  test("deletes what is delivered when its receipt runs out", async () => {
    const ana = await sent();
    await loseAlarm(ana);
    expect(await ana.standing()).toBe("delivered");
    await ring(ana.object);
    expect(await ana.standing()).toBeUndefined();
  });
});

/** The applications' objects, of which all but one break when they are called. */
function brokenBut({ receiptId }: Candidate) {
  const real = siteEnv().APPLICATIONS;
  return {
    idFromName: (name: string) => name,
    get: (name: string) =>
      name === receiptId
        ? real.getByName(name)
        : { wake: () => Promise.reject(new Error("It cannot be read")) },
  } as unknown as typeof real; // it has all that is called
}

describe("the index wakes what is overdue", () => {
  beforeEach(() => void breakableIndex());

  test("and the application arrives, though nobody opens its receipt", async () => {
    const before = await sent(answer(503));
    await loseAlarm(before);
    const ana = await crash(before);
    vi.setSystemTime(Date.now() + 5 * MINUTE);
    await operator().wakeOverdue();
    expect(await alarm(ana)).toBe(Date.now());
    await ring(ana.object);
    expect(platform.taken()).toHaveLength(1);
  });

  test("also when an operator asks how many wait", async () => {
    const ana = await sent(answer(503));
    await loseAlarm(ana);
    vi.setSystemTime(Date.now() + 5 * MINUTE);
    await operator().counts();
    await expect.poll(() => alarm(ana)).toBe(Date.now());
  });

  test("and forgets an entry whose application is gone", async () => {
    const ana = await sent();
    await shard(shardOf(ana.receiptId)).put(entry({ receiptId: ana.receiptId, dueAt: 1 }));
    await wakeOverdue(ana);
    expect(await entryOf(ana)).toBeUndefined();
  });

  test("the most overdue first, a hundred at a time; what has been asked comes after the others", async () => {
    const errors = errorLines();
    const ana = await candidate();
    const index = shard(shardOf(ana.receiptId));
    const digit = ana.receiptId.slice(0, 1);
    given.env.APPLICATIONS = brokenBut(ana);
    platform.next(answer(503));
    await ana.send();
    for (let one = 0; one < 100; one++) {
      const receiptId = `${digit}${String(one).padStart(63, "0")}`;
      await index.put(entry({ receiptId, dueAt: one }));
    }
    await loseAlarm(ana);
    vi.setSystemTime(Date.now() + 5 * MINUTE);
    await wakeOverdue(ana);
    expect(errors).toHaveLength(100);
    expect(await alarm(ana)).toBeNull();
    await wakeOverdue(ana);
    expect(await alarm(ana)).toBe(Date.now());
  });

  test("once a minute, however often an operator asks", async () => {
    const ana = await sent(answer(503));
    await loseAlarm(ana);
    vi.setSystemTime(Date.now() + 5 * MINUTE);
    await wakeOverdue(ana);
    await loseAlarm(ana);
    await shard(shardOf(ana.receiptId)).put(entry({ receiptId: ana.receiptId, dueAt: 1 }));
    await operator().counts();
    await scheduler.wait(20);
    expect(await alarm(ana)).toBeNull();
    vi.setSystemTime(Date.now() + MINUTE);
    await operator().counts();
    await expect.poll(() => alarm(ana)).toBe(Date.now());
  });
});

describe("an alarm that fails", () => {
  test("throws nothing, and is tried again a minute later", async () => {
    const errors = errorLines();
    const before = await sent(answer(503));
    await told(before);
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

  test("while no write succeeds is set again when one does", async () => {
    const errors = errorLines();
    const ana = await sent(answer(503));
    const at = await alarm(ana);
    vi.setSystemTime(at ?? 0);
    const writesAgain = await runInDurableObject(ana.object, (_, { storage }) => {
      const setAlarm = storage.setAlarm.bind(storage);
      const put = storage.kv.put.bind(storage.kv);
      const full = () => {
        throw new Error("database or disk is full: SQLITE_FULL");
      };
      Object.assign(storage, { setAlarm: full });
      Object.assign(storage.kv, { put: full });
      return () => {
        Object.assign(storage, { setAlarm });
        Object.assign(storage.kv, { put });
      };
    });
    const ringing = ring(ana.object);
    await expect.poll(() => errors.join()).toContain("An alarm cannot be set");
    await runInDurableObject(ana.object, writesAgain);
    await timeOut(ana.object, 30 * SECOND);
    await ringing;
    expect(await ring(ana.object)).toBe(MINUTE);
    expect(await ana.standing()).toBe("delivered");
  });
});

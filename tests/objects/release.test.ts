import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { objectsOf } from "../../app/application/delivery/objects.server";
import { MISSES_UNTIL_AWAY } from "../../app/application/delivery/release";
import { candidate, crash, cutOff, siteEnv, type Candidate, sent } from "./candidate";
import { alarmOf, HOUR, MINUTE, ring, SECOND, timeOut } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { fakeClientUuid } from "../support/fake-platform-data";
import { answer, platform, type Mood } from "./platform";
import { stored } from "./storage";

const gate = (client = fakeClientUuid) => objectsOf(siteEnv()).release(client);

/** Applications whose first attempt had this outcome, all at this moment. */
async function onTheirWay(count: number, mood: Mood = answer(503)): Promise<Candidate[]> {
  const people = await Promise.all(Array.from({ length: count }, () => candidate()));
  platform.always(mood);
  await Promise.all(people.map((each) => each.send()));
  platform.always(undefined);
  platform.attempts.length = 0;
  return people;
}

/** One application whose first attempt found the platform away. */
async function oneOnItsWay(): Promise<Candidate> {
  const [one] = await onTheirWay(1);
  if (!one) throw new Error("There is one");
  return one;
}

/** Has the gate hear that the platform is away: so many attempts found it so. */
async function away(retryAfterMs = 0, client?: string): Promise<void> {
  for (let misses = 0; misses < MISSES_UNTIL_AWAY; misses += 1) {
    await gate(client).report({ asker: `${misses}`, isAway: true, retryAfterMs });
  }
}

/** Ends the gate as a crash does: what it stored stays. */
const crashGate = () =>
  runInDurableObject(gate(), (_, context) => context.abort("crashed")).catch(() => undefined);

/** Replaces the gate by one that does this with every call. @returns how many calls there were */
function gateThat(does: () => Promise<never>): () => number {
  let calls = 0;
  const call = () => {
    calls += 1;
    return does();
  };
  given.env.RELEASE = {
    idFromName: (name: string) => name,
    get: () => ({ turn: call, report: call }),
  } as unknown as ReturnType<typeof siteEnv>["RELEASE"]; // it has all that is called
  return () => calls;
}

beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));

describe("while the platform is away", () => {
  test("a first attempt asks nobody", async () => {
    await away(HOUR);
    const ana = await sent();
    expect(await ana.standing()).toBe("delivered");
  });

  test.each([
    ["site", 1],
    ["company", 2],
  ])("another company's trouble, with a gate for each %s", async (RELEASE_PER, attempts) => {
    Object.assign(given.env, { RELEASE_PER });
    const ana = await oneOnItsWay();
    await away(4 * MINUTE, "another company");
    platform.attempts.length = 0;
    platform.next(answer(503));
    await ring(ana.object);
    expect(platform.attempts).toHaveLength(attempts - 1);
  });

  test("waiting for a turn is no attempt, and goes on after a crash of the application", async () => {
    const before = await oneOnItsWay();
    await away(4 * MINUTE);
    await ring(before.object);
    const ana = await crash(before);
    expect(await ring(ana.object)).toBe(4 * MINUTE - 2 * SECOND + 50);
    expect(platform.attempts).toHaveLength(1);
    expect(await ana.standing()).toBe("delivered");
    expect(await stored(ana.object)).not.toContain("askAt");
  });

  test("what was cut off in the middle of its attempt waits for its turn as well", async () => {
    const { ana } = await cutOff();
    await away(10 * MINUTE);
    expect(await ring(ana.object)).toBe(40 * SECOND);
    expect(platform.attempts).toHaveLength(1);
    await ring(ana.object);
    expect(platform.attempts).toHaveLength(2);
    expect(await ana.standing()).toBe("delivered");
  });

  test("it is known to be away after a restart of the gate, and so is who probes", async () => {
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
    expect(await runInDurableObject(gate(), (_, { storage }) => [...storage.kv.list()])).toEqual(
      [],
    );
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

  test("an operator's own attempt goes at once, and if it succeeds the others follow", async () => {
    const [ana, ben] = await onTheirWay(2);
    if (!ana || !ben) throw new Error("There are two");
    await away(MINUTE);
    await ring(ben.object);
    expect(await ana.object.sendAgain()).toBe("delivered");
    await vi.waitFor(async () => expect(await gate().turn("other", false)).toBe(0));
    await ring(ben.object);
    expect(await ben.standing()).toBe("delivered");
  });

  test("a candidate's own attempt that succeeds opens the gate, and nobody waits for that", async () => {
    await away(HOUR);
    // One application in four tells it.
    let ana = await candidate();
    while (!/^[0-3]/.test(ana.receiptId)) ana = await candidate();
    await ana.send();
    await vi.waitFor(async () => expect(await gate().turn("other", false)).toBe(0));
  });

  test("what has waited for 72 hours makes its last attempt then, and has failed only by that", async () => {
    const errors = errorLines();
    const sentAt = Date.now();
    const [ana, ben] = await onTheirWay(2);
    if (!ana || !ben) throw new Error("There are two");
    vi.setSystemTime(sentAt + 72 * HOUR - MINUTE);
    await away(HOUR);
    for (const each of [ana, ben]) await ring(each.object);
    expect(platform.attempts).toEqual([]);
    platform.next(answer(503));
    for (const each of [ana, ben]) {
      await ring(each.object);
      expect(platform.attempts.at(-1)?.at).toBe(sentAt + 72 * HOUR);
    }
    expect(await ana.standing()).toBe("undelivered");
    expect(await ben.standing()).toBe("delivered");
    expect(errors.join()).toMatch(/\(time-out\) after 2 attempts; last answer: 503/);
  });
});

describe("a gate that does not answer", () => {
  test.each<[string, () => Promise<never>]>([
    ["because it fails", () => Promise.reject(new Error("Network connection lost."))],
    ["because it hangs", () => new Promise<never>(() => undefined)],
  ])("costs one more delay, by chance, and then nothing: %s", async (_, does) => {
    const errors = errorLines();
    const calls = gateThat(does);
    const ana = await oneOnItsWay();
    vi.mocked(Math.random).mockReturnValue(0.5);
    const sentAt = Date.now();
    await throughTimeOuts(ana, calls);
    expect(platform.attempts).toEqual([]);
    // The first delay; then half of the delay after two attempts, which is at most 5 s.
    expect(await alarmOf(ana.object)).toBe(sentAt + 2 * SECOND + 2.5 * SECOND);
    await throughTimeOuts(ana, calls);
    expect(await ana.standing()).toBe("delivered");
    expect(errors.join()).toContain("The release gate could not be reached");
  });
});

test("what an operator sends while the gate is asked is not sent again", async () => {
  errorLines();
  const calls = gateThat(() => new Promise<never>(() => undefined));
  const ana = await oneOnItsWay();
  platform.next(answer(503));
  const ran = ring(ana.object);
  while (calls() === 0) await scheduler.wait(1);
  expect(await ana.object.sendAgain()).toBe("on-its-way");
  await timeOut(ana.object, 4 * SECOND);
  await ran;
  expect(platform.attempts).toHaveLength(1);
  expect(await stored(ana.object)).not.toContain("askAt");
});

test("an application dropped and sent again while the gate is asked is told from the earlier one", async () => {
  let answerTurn: ((wait: number) => void) | undefined;
  given.env.RELEASE = {
    idFromName: (name: string) => name,
    get: () => ({
      turn: () => new Promise<number>((resolve) => (answerTurn = resolve)),
      report: () => Promise.resolve(),
    }),
  } as unknown as ReturnType<typeof siteEnv>["RELEASE"]; // it has all that is called
  const ana = await oneOnItsWay();
  const ran = ring(ana.object);
  while (!answerTurn) await scheduler.wait(1);
  await ana.object.drop();
  platform.next(answer(503));
  await ana.send();
  await runInDurableObject(ana.object, () => answerTurn?.(0));
  await ran;
  expect(platform.attempts).toHaveLength(1);
});

/** Runs an application's alarm; each call of the gate meanwhile times out, unless it has ended. */
async function throughTimeOuts(ana: Candidate, calls: () => number): Promise<void> {
  vi.setSystemTime(Math.max(Date.now(), (await alarmOf(ana.object)) ?? 0));
  let seen = calls();
  const alarm = { isRunning: true };
  const ran = runDurableObjectAlarm(ana.object).finally(() => (alarm.isRunning = false));
  while (alarm.isRunning) {
    await scheduler.wait(1);
    if (seen === calls()) continue;
    seen = calls();
    await timeOut(ana.object, 4 * SECOND);
  }
  await ran;
}

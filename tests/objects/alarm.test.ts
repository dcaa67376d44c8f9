import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { candidate, crash, type Candidate } from "./candidate";
import { HOUR, MINUTE, ring, SECOND } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import { told } from "./undelivered";

/** An application whose first attempts had these outcomes. */
async function sent(...moods: Mood[]): Promise<Candidate> {
  platform.next(...moods);
  const ana = await candidate();
  await ana.send();
  return ana;
}

describe("an alarm that was lost", () => {
  /** Takes an object's alarm away, as an earlier build did when it ended at the wrong moment. */
  const loseAlarm = ({ object }: Candidate) =>
    runInDurableObject(object, (_, { storage }) => storage.deleteAlarm());

  test("is set again when the receipt is asked for, and the application arrives", async () => {
    const before = await sent(answer(503));
    await told(before);
    await loseAlarm(before);
    const ana = await crash(before);
    expect(await ana.standing()).toBe("on-its-way");
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(platform.taken()).toHaveLength(1);
  });

  test("does not move an alarm that is set", async () => {
    const ana = await sent(answer(503));
    await told(ana);
    const alarm = () => runInDurableObject(ana.object, (_, { storage }) => storage.getAlarm());
    const before = await alarm();
    expect(before).not.toBeNull();
    await ana.standing();
    expect(await alarm()).toBe(before);
  });

  test("deletes what is delivered when its receipt runs out", async () => {
    const ana = await sent();
    await loseAlarm(ana);
    expect(await ana.standing()).toBe("delivered");
    await ring(ana.object);
    expect(await ana.standing()).toBeUndefined();
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

  test("loses nothing of an attempt that it was to make", async () => {
    const errors = errorLines();
    const ana = await sent(answer(503), { does: "drop" });
    expect(await ring(ana.object)).toBeLessThanOrEqual(2.5 * SECOND);
    expect(await ana.standing()).toBe("on-its-way");
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(errors).toEqual([]);
  });
});

import { describe, expect, test, vi } from "vitest";
import { applied, candidate, cutOff } from "./candidate";
import { ring, SECOND } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import { stored } from "./storage";

describe("where nothing is to be delivered later", () => {
  test.each<[string, Mood]>([
    ["a 500", answer(500)],
    ["a line that is cut", { does: "drop" }],
  ])("%s is told at once, and the CV is held", async (_, mood) => {
    given.env.DELIVER_LATER = "off";
    const { ana, cv, answered } = await applied([mood]);
    expect(answered).toMatchObject({ outcome: "unreachable" });
    expect(await stored(ana.object)).not.toContain("Pérez");
    const upload = await ana.object.countedOnCv(undefined);
    expect(await ana.send({ upload })).toMatchObject({ receipt: { standing: "delivered" } });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
  });

  test("a crash in the middle gives the CV back to its candidate", async () => {
    given.env.DELIVER_LATER = "off";
    const { ana, upload } = await cutOff();
    await ring(ana.object);
    expect(await ana.standing()).toBeUndefined();
    expect(await ana.heldCv()).toMatchObject({ upload });
    expect(platform.attempts).toHaveLength(1);
  });

  test("a 409 after a lost answer is never an earlier application", async () => {
    errorLines();
    given.env.DELIVER_LATER = "off";
    platform.next(answer(500), answer(409), answer(409));
    const ana = await candidate();
    expect(await ana.send()).toMatchObject({ outcome: "unreachable", status: 500 });
    expect(await ana.send()).toMatchObject({ outcome: "unreachable", status: 409 });
    vi.setSystemTime(Date.now() + 30 * SECOND);
    expect(await ana.send()).toMatchObject({ receipt: { standing: "unconfirmed" } });
  });
});

describe("what the Worker submits once more by itself, because the object broke in an attempt", () => {
  test("is sent again where nothing is delivered later: its candidate still waits", async () => {
    given.env.DELIVER_LATER = "off";
    const { ana, upload } = await cutOff();
    expect(await ana.send({ upload }, true)).toMatchObject({ receipt: { standing: "delivered" } });
    expect(platform.attempts).toHaveLength(2);
  });

  test("is said not to have arrived where it is neither delivered later nor repeated", async () => {
    given.env = { ...given.env, DELIVER_LATER: "off", RETRY_AMBIGUOUS: "off" };
    const { ana, upload } = await cutOff();
    expect(await ana.send({ upload }, true)).toEqual({ outcome: "unreachable" });
    expect(await ana.standing()).toBeUndefined();
    expect(platform.attempts).toHaveLength(1);
    expect(await ana.send({ upload })).toMatchObject({ receipt: { standing: "delivered" } });
  });

  test("has its receipt, and is delivered by the alarm", async () => {
    const { ana, upload } = await cutOff();
    expect(await ana.send({ upload }, true)).toMatchObject({ receipt: { standing: "on-its-way" } });
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(platform.taken()).toHaveLength(1);
  });
});

describe("where an attempt that may have arrived is not to be repeated", () => {
  test.each<[string, string, Mood]>([
    ["a lost answer", "undelivered", { does: "take-and-drop" }],
    ["a 500", "undelivered", answer(500)],
    ["a 429", "on-its-way", answer(429)],
  ])("%s leaves it %s", async (_, standing, mood) => {
    given.env.RETRY_AMBIGUOUS = "off";
    const errors = errorLines();
    const { ana, cv } = await applied([mood]);
    expect(await ana.standing()).toBe(standing);
    expect(await stored(ana.object)).toContain(cv.marker);
    expect(errors.join()).toMatch(standing === "undelivered" ? /\(answer-lost\)/ : /^$/);
  });

  test("nor is one that a crash has cut off, by the alarm or by the Worker", async () => {
    given.env.RETRY_AMBIGUOUS = "off";
    const errors = errorLines();
    const { ana, upload } = await cutOff();
    await ring(ana.object);
    expect(await ana.send({ upload }, true)).toMatchObject({
      receipt: { standing: "undelivered" },
    });
    expect(platform.attempts).toHaveLength(1);
    expect(errors.join()).toContain("(answer-lost)");
  });
});

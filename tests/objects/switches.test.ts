import { describe, expect, test, vi } from "vitest";
import { candidate, crash } from "./candidate";
import { ring, SECOND } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import { newCv, store, stored } from "./storage";

/** Sends a form with a CV for the first time. */
async function sent(mood: Mood) {
  platform.next(mood);
  const ana = await candidate();
  const cv = newCv();
  const answered = await ana.send({ upload: await store(ana.object, cv.content) });
  return { ana, cv, answered };
}

describe("where nothing is to be delivered later", () => {
  test.each<[string, Mood]>([
    ["a 500", answer(500)],
    ["a line that is cut", { does: "drop" }],
  ])("%s is told at once, and the CV is held", async (_, mood) => {
    given.env.DELIVER_LATER = "off";
    const { ana, cv, answered } = await sent(mood);
    expect(answered).toMatchObject({ outcome: "unreachable" });
    expect(await stored(ana.object)).not.toContain("Pérez");
    const upload = await ana.object.countedOnCv(undefined);
    expect(await ana.send({ upload })).toMatchObject({ receipt: { standing: "delivered" } });
    expect(platform.taken()[0]?.cv?.bytes.equals(cv.content)).toBe(true);
  });

  test("a crash in the middle gives the CV back to its candidate", async () => {
    given.env.DELIVER_LATER = "off";
    platform.next({ does: "stall" });
    const ana = await candidate();
    const upload = await store(ana.object, newCv().content);
    const answering = ana.send({ upload }).catch(() => "cut off");
    await platform.heard(1);
    const again = await crash(ana);
    await answering;
    await ring(again.object);
    expect(await again.standing()).toBeUndefined();
    expect(await again.heldCv()).toMatchObject({ upload });
    expect(platform.attempts).toHaveLength(1);
  });
});

describe("what the Worker submits once more by itself, because the object broke in an attempt", () => {
  async function broken() {
    platform.next({ does: "stall" });
    const ana = await candidate();
    const cv = newCv();
    const upload = await store(ana.object, cv.content);
    const answering = ana.send({ upload }).catch(() => "cut off");
    await platform.heard(1);
    const again = await crash(ana);
    await answering;
    return { again, upload };
  }

  test("is sent again where nothing is delivered later: its candidate still waits", async () => {
    given.env.DELIVER_LATER = "off";
    const { again, upload } = await broken();
    expect(await again.send({ upload }, true)).toMatchObject({
      receipt: { standing: "delivered" },
    });
    expect(platform.attempts).toHaveLength(2);
  });

  test("is said not to have arrived where it is neither delivered later nor repeated", async () => {
    given.env = { ...given.env, DELIVER_LATER: "off", RETRY_AMBIGUOUS: "off" };
    const { again, upload } = await broken();
    expect(await again.send({ upload }, true)).toEqual({ outcome: "unreachable" });
    expect(await again.standing()).toBeUndefined();
    expect(platform.attempts).toHaveLength(1);
    expect(await again.send({ upload })).toMatchObject({ receipt: { standing: "delivered" } });
  });

  test("is not sent again where that is switched off", async () => {
    given.env.RETRY_AMBIGUOUS = "off";
    errorLines();
    const { again, upload } = await broken();
    await ring(again.object);
    expect(await again.send({ upload }, true)).toMatchObject({
      receipt: { standing: "undelivered" },
    });
    expect(platform.attempts).toHaveLength(1);
  });

  test("has its receipt, and is delivered by the alarm", async () => {
    const { again, upload } = await broken();
    expect(await again.send({ upload }, true)).toMatchObject({
      receipt: { standing: "on-its-way" },
    });
    await ring(again.object);
    expect(await again.standing()).toBe("delivered");
    expect(platform.taken()).toHaveLength(1);
  });
});

test("a 409 after a lost answer is never an earlier application where nothing is delivered later", async () => {
  errorLines();
  given.env.DELIVER_LATER = "off";
  platform.next(answer(500), answer(409), answer(409));
  const ana = await candidate();
  expect(await ana.send()).toMatchObject({ outcome: "unreachable", status: 500 });
  expect(await ana.send()).toMatchObject({ outcome: "unreachable", status: 409 });
  vi.setSystemTime(Date.now() + 30 * SECOND);
  expect(await ana.send()).toMatchObject({ receipt: { standing: "unconfirmed" } });
});

describe("where an attempt that may have arrived is not to be repeated", () => {
  test.each<[string, string, Mood]>([
    ["a lost answer", "undelivered", { does: "take-and-drop" }],
    ["a 500", "undelivered", answer(500)],
    ["a 429", "on-its-way", answer(429)],
  ])("%s leaves it %s", async (_, standing, mood) => {
    given.env.RETRY_AMBIGUOUS = "off";
    const errors = errorLines();
    const { ana, cv } = await sent(mood);
    expect(await ana.standing()).toBe(standing);
    expect(await stored(ana.object)).toContain(cv.marker);
    expect(errors.join()).toMatch(standing === "undelivered" ? /\(answer-lost\)/ : /^$/);
  });

  test("nor is one that a crash has cut off", async () => {
    given.env.RETRY_AMBIGUOUS = "off";
    const errors = errorLines();
    platform.next({ does: "stall" });
    const ana = await candidate();
    const answering = ana.send().catch(() => "cut off");
    await platform.heard(1);
    const again = await crash(ana);
    await answering;
    await ring(again.object);
    expect(await again.standing()).toBe("undelivered");
    expect(platform.attempts).toHaveLength(1);
    expect(errors.join()).toContain("(answer-lost)");
  });
});

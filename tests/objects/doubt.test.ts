import { describe, expect, test, vi } from "vitest";
import { applied } from "./candidate";
import { DAY, pass, ring, SECOND } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import { stored } from "./storage";

/** What a maintenance page answers to everything. */
const MAINTENANCE = answer(200, "<!doctype html><h1>Back soon</h1>", {
  "Content-Type": "text/html; charset=utf-8",
});

describe("a repeat that gets 409 after an answer was lost", () => {
  test.each<[string, Mood]>([
    ["no answer, although it was taken", { does: "take-and-drop" }],
    ["a line that was cut", { does: "drop" }],
    ["a 500", answer(500)],
    ["a redirect", answer(303)],
  ])("keeps everything, and asks again: after %s", async (_, mood) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    errorLines();
    const { ana, cv } = await applied([mood, answer(409)]);
    await ring(ana.object);
    expect(await ana.standing()).toBe("on-its-way");
    expect(await stored(ana.object)).toContain(cv.marker);
    // The attempt whose answer was lost must be over by then.
    expect(await ring(ana.object)).toBe((30 + 4) * SECOND);
    expect(await ana.standing()).toBe("delivered");
    expect(platform.taken().map(({ key }) => key)).toEqual([ana.id]);
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez`));
  });

  test("twice is unconfirmed: the contents stay for an operator for seven days", async () => {
    errorLines();
    const { ana, cv } = await applied([{ does: "take-and-drop" }, answer(409), answer(409)]);
    await ring(ana.object);
    await ring(ana.object);
    expect(await ana.standing()).toBe("unconfirmed");
    await pass(ana.object, 7 * DAY - SECOND);
    expect(await stored(ana.object)).toContain(cv.marker);
    await pass(ana.object, SECOND);
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez`));
    expect(await ana.standing()).toBe("unconfirmed");
    expect(platform.attempts).toHaveLength(3);
  });

  test("is another application where the platform honours keys", async () => {
    const { ana, cv } = await applied([{ does: "drop" }, answer(409)], { honoursKeys: true });
    await ring(ana.object);
    expect(await ana.standing()).toBe("already-applied");
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez`));
  });
});

describe("a success that says it is an HTML page", () => {
  test("is none where the platform cannot be read either: it is sent again", async () => {
    platform.hidePositions();
    const { ana, cv, answered } = await applied([MAINTENANCE, MAINTENANCE]);
    expect(answered).toMatchObject({ receipt: { standing: "on-its-way" } });
    await ring(ana.object);
    expect(await stored(ana.object)).toContain(cv.marker);
    platform.hidePositions(false);
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
    expect(platform.taken()).toHaveLength(1);
  });

  test("is unconfirmed where the platform can be read: it is kept, and not sent again", async () => {
    const errors = errorLines();
    platform.always(MAINTENANCE);
    const { ana, cv, upload, answered } = await applied();
    expect(answered).toMatchObject({ outcome: "accepted", receipt: { standing: "unconfirmed" } });
    expect(await stored(ana.object)).toContain(cv.marker);
    expect(errors.join()).toMatch(/Application \S+ is unconfirmed after 1 attempts?/);
    expect(errors.join()).not.toMatch(/Pérez|34612345678/);
    expect(await ana.send({ upload })).toEqual(answered);
    await pass(ana.object, 7 * DAY);
    expect(platform.attempts).toHaveLength(1);
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez`));
    expect(await ana.standing()).toBe("unconfirmed");
  });

  test("is not sent again where nothing is that may have arrived", async () => {
    given.env.RETRY_AMBIGUOUS = "off";
    errorLines();
    platform.hidePositions();
    const { ana } = await applied([MAINTENANCE]);
    expect(await ana.standing()).toBe("undelivered");
  });

  test.each([
    ["is delivered when it says yes", undefined, "delivered", false],
    ["stays when the platform does not answer", answer(503), "unconfirmed", true],
    ["stays when it is refused", answer(400), "unconfirmed", true],
  ])("sent again by an operator, it %s", async (_, mood, standing, isKept) => {
    errorLines();
    const { ana, cv } = await applied([MAINTENANCE, ...(mood ? [mood] : [])]);
    expect(await ana.object.sendAgain()).toBe(standing);
    expect((await stored(ana.object)).includes(cv.marker)).toBe(isKept);
    expect(await ana.object.drop()).toBe(standing);
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez`));
  });
});

test("an outage in which the platform says something gives nothing up", async () => {
  const moods = [503, 500, 408, 425].map((status) => answer(status, { detail: "Later" }));
  const { ana } = await applied([answer(408, { detail: "No" }), ...moods]);
  expect(await ana.standing()).toBe("on-its-way");
  for (const mood of moods) {
    await ring(ana.object);
    expect(await ana.standing(), JSON.stringify(mood)).toBe("on-its-way");
  }
  await ring(ana.object);
  expect(await ana.standing()).toBe("delivered");
});

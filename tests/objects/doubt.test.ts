import { describe, expect, test, vi } from "vitest";
import { candidate } from "./candidate";
import { DAY, pass, ring, SECOND } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import { newCv, store, stored } from "./storage";

/** What a maintenance page answers to everything. */
const MAINTENANCE = answer(200, "<!doctype html><h1>Back soon</h1>", {
  "Content-Type": "text/html; charset=utf-8",
});

/** A candidate who has sent an application with a CV. */
async function sent() {
  const ana = await candidate();
  const cv = newCv();
  const said = await ana.send({ upload: await store(ana.object, cv.content) });
  return { ana, cv, said };
}

describe("a repeat that gets 409 after an answer was lost", () => {
  const LOST: [string, Mood][] = [
    ["no answer, although it was taken", { does: "take-and-drop" }],
    ["a line that was cut", { does: "drop" }],
    ["a 500", answer(500)],
    ["a 408", answer(408)],
    ["a redirect", answer(303)],
  ];

  test.each(LOST)("keeps everything, and asks again: after %s", async (_, mood) => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    errorLines();
    platform.next(mood, answer(409));
    const { ana, cv } = await sent();
    await ring(ana.object);
    expect(await ana.standing()).toBe("on-its-way");
    expect(await stored(ana.object)).toContain(cv.marker);
    // The attempt whose answer was lost must be over by then.
    expect(await ring(ana.object)).toBe((30 + 4) * SECOND);
    expect(await ana.standing()).toBe("delivered");
    expect(platform.taken()).toHaveLength(1);
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez`));
  });

  test("finds what failed inside the platform not delivered, and delivers it", async () => {
    // The platform takes it, answers 409 to the repeat while it works on it, and then fails.
    platform.next({ does: "drop" }, answer(409));
    const { ana } = await sent();
    await ring(ana.object);
    expect(platform.taken()).toEqual([]);
    await ring(ana.object);
    expect(platform.taken().map(({ key }) => key)).toEqual([ana.id]);
    expect(await ana.standing()).toBe("delivered");
  });

  test("twice is unconfirmed: the contents stay for an operator for seven days", async () => {
    errorLines();
    platform.next({ does: "take-and-drop" }, answer(409), answer(409));
    const { ana, cv } = await sent();
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
});

describe("a platform that honours keys", () => {
  test("and answers 409 after an answer was lost means another application", async () => {
    platform.next({ does: "drop" }, answer(409));
    const ana = await candidate();
    const cv = newCv();
    await ana.send({ upload: await store(ana.object, cv.content), honoursKeys: true });
    await ring(ana.object);
    expect(await ana.standing()).toBe("already-applied");
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez`));
  });
});

describe("a success that says it is an HTML page", () => {
  test("is none where the platform cannot be read either: it is sent again", async () => {
    platform.next(MAINTENANCE, MAINTENANCE);
    platform.hidePositions();
    const { ana, cv, said } = await sent();
    expect(said.outcome).toBe("accepted");
    expect(await ana.standing()).toBe("on-its-way");
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
    const { ana, cv, said } = await sent();
    expect(said).toMatchObject({ outcome: "accepted", receipt: { standing: "unconfirmed" } });
    expect(await stored(ana.object)).toContain(cv.marker);
    expect(errors.join()).toMatch(/Application \S+ is unconfirmed after 1 attempts?/);
    expect(errors.join()).not.toMatch(/Pérez|34612345678/);
    await pass(ana.object, 7 * DAY);
    expect(platform.attempts).toHaveLength(1);
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez`));
    expect(await ana.standing()).toBe("unconfirmed");
  });

  test("is not sent again where nothing is that may have arrived", async () => {
    given.env = { ...given.env, RETRY_AMBIGUOUS: "off" };
    errorLines();
    platform.next(MAINTENANCE);
    platform.hidePositions();
    const { ana } = await sent();
    expect(await ana.standing()).toBe("undelivered");
  });

  test("is answered as before to a candidate who sends the same form again", async () => {
    errorLines();
    platform.next(MAINTENANCE);
    const ana = await candidate();
    const first = await ana.send();
    expect(await ana.send()).toEqual(first);
    expect(platform.attempts).toHaveLength(1);
  });

  test.each([
    ["is delivered when it says yes", undefined, "delivered", false],
    ["stays when the platform does not answer", answer(503), "unconfirmed", true],
    ["stays when it is refused", answer(400), "unconfirmed", true],
  ])("sent again by an operator, it %s", async (_, mood, standing, isKept) => {
    errorLines();
    platform.next(MAINTENANCE, ...(mood ? [mood] : []));
    const { ana, cv } = await sent();
    expect(await ana.object.sendAgain()).toBe(standing);
    expect((await stored(ana.object)).includes(cv.marker)).toBe(isKept);
  });

  test("dropped by an operator stays unconfirmed, and nothing is kept", async () => {
    errorLines();
    platform.next(MAINTENANCE);
    const { ana, cv } = await sent();
    expect(await ana.object.drop()).toBe("unconfirmed");
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez`));
  });
});

describe("an outage in which the platform says something", () => {
  test.each<[string, Mood[]]>([
    ["503 with detail, again and again", Array<Mood>(4).fill(answer(503, { detail: "Later" }))],
    ["500 with detail", Array<Mood>(4).fill(answer(500, { detail: "Boom" }))],
    ["408, 421, 423 and 425", [408, 421, 423, 425].map((code) => answer(code, { detail: "No" }))],
  ])("of %s gives nothing up", async (_, moods) => {
    platform.next(answer(502), ...moods);
    const { ana } = await sent();
    for (const mood of moods) {
      await ring(ana.object);
      expect(await ana.standing(), JSON.stringify(mood)).toBe("on-its-way");
    }
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
  });

  test.each([408, 421, 423, 425])("%d on a first attempt is no refusal", async (status) => {
    platform.next(answer(status, { detail: "No" }));
    const { ana, said } = await sent();
    expect(said).toMatchObject({ outcome: "accepted", receipt: { standing: "on-its-way" } });
    await ring(ana.object);
    expect(await ana.standing()).toBe("delivered");
  });
});

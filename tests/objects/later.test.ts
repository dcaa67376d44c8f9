import { describe, expect, test, vi } from "vitest";
import { applied, failed, type Form } from "./candidate";
import { alarmOf, DAY, HOUR, pass, ring } from "./clock";
import { errorLines } from "./errors";
import { given } from "./given";
import { answer, platform, type Mood } from "./platform";
import { stored } from "./storage";

/** An application, with a token, whose first attempts have these outcomes. */
async function onItsWay(moods: Mood[], form: Form = {}) {
  const sent = await applied(moods, form, { position: "csrf" });
  expect(await sent.ana.standing()).toBe("on-its-way");
  return sent;
}

/** How much the time between two attempts varies by chance. */
const byChance = (share: number) => vi.spyOn(Math, "random").mockReturnValue(share);

describe("while the platform stays away", () => {
  test("it is tried for 72 hours; a failed one is kept for 7 days, its receipt for 90 [7.12, 7.13]", async () => {
    // Few attempts, so that three days take little time.
    given.env = { ...given.env, RETRY_FIRST_MS: String(HOUR), RETRY_MOST_MS: String(5 * HOUR) };
    byChance(0);
    const errors = errorLines();
    platform.always(answer(503));
    const sentAt = Date.now();
    const { ana, cv } = await onItsWay([]);

    await pass(ana.object, 72 * HOUR - 1);
    expect(await ana.standing()).toBe("on-its-way");
    expect(await alarmOf(ana.object)).toBe(sentAt + 72 * HOUR);
    expect(errors).toEqual([]);
    await pass(ana.object, 1);
    expect(await ana.standing()).toBe("undelivered");
    const { length } = platform.attempts;
    expect(platform.attempts.at(-1)?.at).toBe(sentAt + 72 * HOUR);
    expect(new Set(platform.attempts.map(({ key }) => key))).toEqual(new Set([ana.id]));
    expect(errors.join()).toMatch(
      /^Application [0-9A-Z]{4}-[0-9A-Z]{4} could not be delivered \(time-out\) after \d+ attempts; last answer: 503\./,
    );
    expect(errors.join()).not.toMatch(/Pérez|34612345678/);

    platform.always(undefined);
    await pass(ana.object, 7 * DAY - 1);
    expect(await stored(ana.object)).toContain(cv.marker);
    await pass(ana.object, 1);
    expect(await stored(ana.object)).not.toMatch(/marker|Pérez|34612345678/);
    expect(await ana.standing()).toBe("undelivered");
    expect(platform.attempts).toHaveLength(length);

    await pass(ana.object, 80 * DAY - 1);
    expect(await ana.standing()).toBe("undelivered");
    await pass(ana.object, 1);
    expect(await ana.standing()).toBeUndefined();
    expect(await stored(ana.object)).toBe("[]");
    expect(await alarmOf(ana.object)).toBeNull();
  });
});

describe("a later attempt", () => {
  test("reads the position again, for the token that it has now", async () => {
    const { ana } = await onItsWay([{ does: "drop" }], { csrfToken: "of-the-page" });
    platform.changePosition(ana.positionUuid, { csrf_token: "as-it-is-now" });
    await ring(ana.object);
    expect(platform.attempts.map(({ csrfToken }) => csrfToken)).toEqual([
      "of-the-page",
      "as-it-is-now",
    ]);
    expect(platform.attempts[1]?.fields.csrf_access_token).toBe("as-it-is-now");
  });

  test("goes with the token of before where the position cannot be read", async () => {
    const { ana } = await onItsWay([{ does: "drop" }], { csrfToken: "of-the-page" });
    platform.hidePositions();
    await ring(ana.object);
    expect(platform.attempts[1]?.csrfToken).toBe("of-the-page");
    expect(await ana.standing()).toBe("delivered");
  });

  test.each([
    ["of two minutes ago is sent empty", "120", ""],
    ["of a moment before is sent as it is", "119", "a-token"],
  ])("a bot check's token %s", async (_, seconds, token) => {
    byChance(0);
    const away = answer(503, {}, { "Retry-After": seconds });
    const { ana } = await onItsWay([away], { recaptchaToken: "a-token" });
    await ring(ana.object);
    const tokens = platform.attempts.map(({ fields }) => fields.recaptcha_token);
    expect(tokens).toEqual(["a-token", token]);
  });

  test("that is refused is made once more, with an empty token, and then given up", async () => {
    const errors = errorLines();
    const no = answer(400, { detail: "No, Ana." });
    const form = { recaptchaToken: "a-token" };
    const { ana, cv } = await onItsWay([answer(429), no, no], form);
    await ring(ana.object);
    expect(await ana.standing()).toBe("on-its-way");
    await ring(ana.object);
    expect(await ana.standing()).toBe("undelivered");
    const tokens = platform.attempts.map(({ fields }) => fields.recaptcha_token);
    expect(tokens).toEqual(["a-token", "a-token", ""]);
    expect(errors.join()).toMatch(/could not be delivered \(refused\) after 3 attempts/);
    expect(errors.join()).not.toContain("No, Ana");
    expect(await stored(ana.object)).toContain(cv.marker);
    expect(await alarmOf(ana.object)).toBe(Date.now() + 7 * DAY);
  });
});

describe("what failed", () => {
  test("is given up by an operator: what it held is deleted, and nothing is left to be sent", async () => {
    const { ana, cv } = await failed();
    expect(await ana.object.drop()).toBe("undelivered");
    expect(await stored(ana.object)).not.toMatch(new RegExp(`${cv.marker}|Pérez|${ana.id}`));
    const { length } = platform.attempts;
    expect(await ana.object.sendAgain()).toBe("undelivered");
    await pass(ana.object, 89 * DAY);
    expect(platform.attempts).toHaveLength(length);
  });
});

import { describe, expect, test } from "vitest";
import { applied } from "./candidate";
import { DAY, pass, ring } from "./clock";
import { errorLines } from "./errors";
import { answer, platform } from "./platform";
import { stored } from "./storage";

/** What a maintenance page answers to everything. */
const MAINTENANCE = answer(200, "<!doctype html><h1>Back soon</h1>", {
  "Content-Type": "text/html; charset=utf-8",
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
});

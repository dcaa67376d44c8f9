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

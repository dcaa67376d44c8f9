import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { csrfToken, isValidCsrfToken } from "./secrets";

const NOON = Date.UTC(2026, 4, 12, 12);
const DAY = 24 * 60 * 60 * 1000;

describe("the CSRF token of a position's form", () => {
  test("is the same all day and differs by day, position and key", async () => {
    const token = await csrfToken("key", "position", NOON);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await csrfToken("key", "position", NOON + DAY / 2 - 1)).toBe(token);
    expect(await csrfToken("key", "position", NOON + DAY / 2)).not.toBe(token);
    expect(await csrfToken("key", "another", NOON)).not.toBe(token);
    expect(await csrfToken("another", "position", NOON)).not.toBe(token);
  });

  test("is not signed with the API key itself", async () => {
    const made = createHmac("sha256", "key").update("csrf position 2026-05-12").digest("hex");
    expect(await csrfToken("key", "position", NOON)).not.toBe(made);
  });

  test.each([
    ["today's", 0, true],
    ["yesterday's", -DAY, true],
    ["the day before yesterday's", -2 * DAY, false],
    ["tomorrow's", DAY, false],
  ])("%s (%s ms) is accepted: %s", async (_, age, accepted) => {
    const token = await csrfToken("key", "position", NOON + age);
    expect(await isValidCsrfToken(token, "key", "position", NOON)).toBe(accepted);
  });

  test.each(["", "x", "0".repeat(64)])("%j is refused", async (token) => {
    expect(await isValidCsrfToken(token, "key", "position", NOON)).toBe(false);
  });
});

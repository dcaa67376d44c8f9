import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { csrfToken, isValidCsrfToken, isValidPreviewToken, previewToken } from "./secrets";

const NOON = Date.UTC(2026, 4, 12, 12);
const DAY = 24 * 60 * 60 * 1000;

describe("csrfToken", () => {
  test("returns a token that depends on the UTC day, the position and the key", async () => {
    const token = await csrfToken("key", "position", NOON);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await csrfToken("key", "position", NOON + DAY / 2 - 1)).toBe(token);
    expect(await csrfToken("key", "position", NOON + DAY / 2)).not.toBe(token);
    expect(await csrfToken("key", "another", NOON)).not.toBe(token);
    expect(await csrfToken("another", "position", NOON)).not.toBe(token);
  });

  test("does not sign the token with the API key itself", async () => {
    const signed = createHmac("sha256", "key").update("csrf position 2026-05-12").digest("hex");
    expect(await csrfToken("key", "position", NOON)).not.toBe(signed);
  });

  test.each([
    ["today's token", true, 0],
    ["yesterday's token", true, -DAY],
    ["the token of the day before yesterday", false, -2 * DAY],
    ["tomorrow's token", false, DAY],
  ])("isValidCsrfToken for %s returns %s", async (_, accepted, age) => {
    const token = await csrfToken("key", "position", NOON + age);
    expect(await isValidCsrfToken(token, "key", "position", NOON)).toBe(accepted);
  });

  test.each(["", "x", "0".repeat(64)])("isValidCsrfToken(%j) returns false", async (token) => {
    expect(await isValidCsrfToken(token, "key", "position", NOON)).toBe(false);
  });
});

describe("isValidPreviewToken", () => {
  const LATER = (NOON + 2 * DAY).toString(36);

  test.each<[string, boolean, change: (token: string) => string, uuid: string, age: number]>([
    ["a new token", true, (token) => token, "job", 0],
    ["a token almost a day old", true, (token) => token, "job", DAY - 1],
    ["a token a day old", false, (token) => token, "job", DAY],
    ["another job's token", false, (token) => token, "another", 0],
    ["a token with a later expiry", false, (token) => token.replace(/^\w+/, LATER), "job", DAY],
    ["an empty token", false, () => "", "job", 0],
  ])("for %s is %s", async (_, accepted, change, uuid, age) => {
    const token = change(await previewToken("key", "job", NOON));
    expect(await isValidPreviewToken(token, "key", uuid, NOON + age)).toBe(accepted);
    expect(await isValidPreviewToken(token, "another key", uuid, NOON + age)).toBe(false);
  });
});

import { expect, test } from "vitest";
import {
  sessionCookie,
  formToken,
  hasEnded,
  createSecret,
  readSecret,
  hashSessionSecret,
} from "./session-rules";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  ["idle for 59 minutes", 0, 59 * MINUTE, false],
  ["idle for an hour", 0, HOUR, true],
  ["in use for 11 hours and 59 minutes", 11.5 * HOUR, 12 * HOUR - MINUTE, false],
  ["in use for 12 hours", 12 * HOUR - MINUTE, 12 * HOUR, true],
])("a session that is %s has ended: %#", (_, seenAt, now, over) => {
  expect(hasEnded({ createdAt: 0, seenAt }, now)).toBe(over);
});

test("the stored hash and the form token differ from the secret", async () => {
  const secret = createSecret();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(createSecret()).not.toBe(secret);
  const [stored, token] = await Promise.all([hashSessionSecret(secret), formToken(secret)]);
  expect(new Set([secret, stored, token]).size).toBe(3);
});

test("the cookie is for this host only, HttpOnly and SameSite", () => {
  const cookie = sessionCookie("ab");
  expect(cookie).toBe("__Host-desk=ab; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Lax");
});

test.each([
  [`__Host-desk=${"a".repeat(64)}`, true],
  [`other=1; __Host-desk=${"a".repeat(64)}; more=2`, true],
  [`desk=${"a".repeat(64)}`, false],
  [`__Host-desk=${"A".repeat(64)}`, false],
  [`x__Host-desk=${"a".repeat(64)}`, false],
])("finds a secret in %j: %s", (cookie, isFound) => {
  expect(readSecret(new Headers({ Cookie: cookie })) !== undefined).toBe(isFound);
});

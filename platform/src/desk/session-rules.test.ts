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

test.each<[string, over: boolean, seenAt: number, now: number]>([
  ["idle for 59 minutes", false, 0, 59 * MINUTE],
  ["idle for an hour", true, 0, HOUR],
  ["in use for 11 hours and 59 minutes", false, 11.5 * HOUR, 12 * HOUR - MINUTE],
  ["in use for 12 hours", true, 12 * HOUR - MINUTE, 12 * HOUR],
])("hasEnded for a session that is %s returns %s", (_, over, seenAt, now) => {
  expect(hasEnded({ createdAt: 0, seenAt }, now)).toBe(over);
});

test("derives a hash and a form token that differ from the secret and each other", async () => {
  const secret = createSecret();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(createSecret()).not.toBe(secret);
  const [stored, token] = await Promise.all([hashSessionSecret(secret), formToken(secret)]);
  expect(new Set([secret, stored, token]).size).toBe(3);
});

test("sessionCookie returns a `__Host-` cookie with the session's maximum age", () => {
  const cookie = sessionCookie("ab");
  expect(cookie).toBe("__Host-desk=ab; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Lax");
});

test.each([
  [`__Host-desk=${"a".repeat(64)}`, true],
  [`other=1; __Host-desk=${"a".repeat(64)}; more=2`, true],
  [`desk=${"a".repeat(64)}`, false],
  [`__Host-desk=${"A".repeat(64)}`, false],
  [`x__Host-desk=${"a".repeat(64)}`, false],
])("readSecret with the cookie %j finds a secret: %s", (cookie, isFound) => {
  expect(readSecret(new Headers({ Cookie: cookie })) !== undefined).toBe(isFound);
});

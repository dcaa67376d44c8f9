import { expect, test } from "vitest";
import { isTokenDue, tokenAdvice } from "./settings";

test.each([
  [undefined, "2027-02-09T23:59:59Z", /^from 10 February 2027 /],
  [undefined, "2027-02-10T00:00:00Z", /^since 10 February 2027 /],
  ["RECRUITEE_KEY", "2027-02-10T00:00:00Z", undefined],
])("tokenAdvice with the key %s at %s returns %s", (key, now, advice) => {
  const actual = tokenAdvice({ key }, Date.parse(now));
  if (advice) expect(actual).toMatch(advice);
  else expect(actual).toBeUndefined();
});

test.each([
  [undefined, "2027-01-10T23:59:59Z", false],
  [undefined, "2027-01-11T00:00:00Z", true],
  [undefined, "2028-01-01T00:00:00Z", true],
  ["RECRUITEE_KEY", "2027-02-10T00:00:00Z", false],
])("with the key %s, at %s, the operator must be told: %s", (key, now, isDue) => {
  expect(isTokenDue({ key }, Date.parse(now))).toBe(isDue);
});

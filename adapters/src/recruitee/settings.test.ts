import { expect, test } from "vitest";
import { findTokenIncidents, tokenAdvice } from "./settings";

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
  ["recruitee", undefined, "2027-01-10T23:59:59Z", false],
  ["recruitee", undefined, "2027-01-11T00:00:00Z", true],
  ["recruitee", undefined, "2028-01-01T00:00:00Z", true],
  ["recruitee", "RECRUITEE_KEY", "2027-02-10T00:00:00Z", false],
  ["lever", undefined, "2027-02-10T00:00:00Z", false],
])("%s with the key %s, at %s, is an incident: %s", (system, key, now, isDue) => {
  const incident = { kind: "key", subject: "acme: Recruitee needs a token", count: 1 };
  const found = findTokenIncidents([{ code: "acme", board: { system, key } }], Date.parse(now));
  expect(found).toEqual(isDue ? [incident] : []);
});

import { expect, test } from "vitest";
import { tokenAdvice } from "./settings";

test.each([
  [undefined, "2027-02-09T23:59:59Z", /^from 10 February 2027 /],
  [undefined, "2027-02-10T00:00:00Z", /^since 10 February 2027 /],
  ["RECRUITEE_KEY", "2027-02-10T00:00:00Z", undefined],
])("tokenAdvice with the key %s at %s returns %s", (key, now, advice) => {
  const actual = tokenAdvice({ key }, Date.parse(now));
  if (advice) expect(actual).toMatch(advice);
  else expect(actual).toBeUndefined();
});

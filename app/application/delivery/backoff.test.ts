import { expect, test } from "vitest";
import { retryAfterDelay, retryDelay } from "./backoff";

const limits = { RETRY_FIRST_MS: 2000, RETRY_MAX_MS: 600_000 };

test.each([
  [1, 2000, 2500],
  [2, 4000, 5000],
  [5, 32_000, 40_000],
  [8, 256_000, 320_000],
  [9, 480_000, 600_000],
  [400, 480_000, 600_000],
])("after attempt %i, retryDelay returns %i to %i ms", (attempts, least, most) => {
  expect(retryDelay(attempts, limits, 0)).toBe(least);
  expect(retryDelay(attempts, limits, 1)).toBe(most);
});

test.each([
  [0, 0, 0],
  [60_000, 60_000, 75_000],
  [3_600_000, 3_600_000, 4_500_000],
  [999_999_999_000, 3_600_000, 4_500_000],
  [Infinity, 3_600_000, 4_500_000],
])(
  "for a Retry-After of %d ms, retryAfterDelay returns %d to %d ms",
  (retryAfterMs, least, most) => {
    expect(retryAfterDelay(retryAfterMs, 0)).toBe(least);
    expect(retryAfterDelay(retryAfterMs, 1)).toBe(most);
  },
);

import { expect, test } from "vitest";
import { changes } from "./screen.mjs";

const AT = Date.UTC(2026, 10, 23, 9, 30);

/** @param {Partial<import("./screen.mjs").Health>} [changes] @returns {import("./screen.mjs").Health} */
const healthy = (changes = {}) => ({
  ...{ status: "ok", version: null, platform: { isReachable: true, ms: 12 } },
  applications: { waiting: 0, failed: 0, unconfirmed: 0, oldestWaiting: null, missing: [] },
  ...changes,
});

const away = { isReachable: false, ms: 10_000, kind: "timeout", status: null };

const isAway = healthy({ platform: away });

test("a platform that goes away and comes back is told once each, with its time", () => {
  const said = changes(
    [healthy(), healthy(), isAway, isAway, undefined, healthy()].map((health, index) => ({
      at: AT + index * 5000,
      ms: 20,
      ...(health ? { health } : { fault: "connection refused" }),
    })),
  );
  expect(said).toEqual([
    "09:30:00 UTC  all is well",
    "09:30:10 UTC  the platform does not answer as it should: timeout",
    "09:30:20 UTC  the site does not answer: connection refused",
    "09:30:25 UTC  all is well",
  ]);
});

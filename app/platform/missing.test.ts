import { expect, test } from "vitest";
import { onMissing } from "./missing";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The time of the 404. */
const AT = 24 * HOUR;
const LATE = AT - 10 * MINUTE + 1;

test.each([
  ["the first one begins its time", AT - HOUR, undefined, { missingSince: AT }],
  ["a later one goes on with it", AT - HOUR, AT - MINUTE, { missingSince: AT - MINUTE }],
  ["one just before the ten minutes are over, too", AT - HOUR, LATE, { missingSince: LATE }],
  ["ten minutes after the first one it is forgotten", AT - HOUR, AT - 10 * MINUTE, "forget"],
  ["a copy that was read since begins anew", AT - MINUTE, AT - 10 * MINUTE, { missingSince: AT }],
  ["a copy that was read at that very time, too", AT - HOUR, AT - HOUR, { missingSince: AT }],
  ["one that was read later forgets nothing", AT + HOUR, undefined, { missingSince: AT }],
])("of several 404s, %s", (_, readAt, missingSince, left) => {
  expect(onMissing({ readAt, missingSince }, AT, 10 * MINUTE)).toEqual(left);
});

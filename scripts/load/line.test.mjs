import { expect, test } from "vitest";
import { pieces } from "./line.mjs";

test("without a speed, a body goes at once", () => {
  expect(pieces(5000, 0)).toEqual([{ from: 0, to: 5000, at: 0 }]);
  expect(pieces(0, 400)).toEqual([{ from: 0, to: 0, at: 0 }]);
});

test.each([
  [400, 100_000, 2000],
  [2000, 200_000, 800],
  [8, 100, 100],
])("at %d kbit/s %d bytes take %d ms", (kbit, bytes, ms) => {
  const all = pieces(bytes, kbit);
  expect(all[0]).toMatchObject({ from: 0, at: 0 });
  expect(all.at(-1)?.to).toBe(bytes);
  for (const [index, { from }] of all.entries()) {
    if (index > 0) expect(from).toBe(all[index - 1]?.to);
  }
  // The last piece is there one interval before the time that all of them take.
  expect((all.at(-1)?.at ?? 0) + 50).toBe(ms);
});

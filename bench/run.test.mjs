import { expect, test } from "vitest";
import { Stop } from "../scripts/local.mjs";
import { benches } from "./run.mjs";

test("all run unless some are named", () => {
  const all = benches([]).map(([script]) => script);
  expect(new Set(all)).toEqual(
    new Set([
      ...["rate.mjs", "growth.mjs", "texts.mjs", "slow-phone.mjs", "application.mjs"],
      "upload-memory.mjs",
    ]),
  );
});

test.each([
  { names: ["slow-phone"], run: [["slow-phone.mjs"]] },
  { names: ["texts", "rate"], run: [["texts.mjs"], ["rate.mjs"]] },
  { names: ["upload-memory"], run: [["upload-memory.mjs"], ["upload-memory.mjs", "--pieces"]] },
])("$names run alone", ({ names, run }) => {
  expect(benches(names)).toEqual(run);
});

test.each(["slow", "slow-phone.mjs", "toString", ""])("%j is refused, with the names", (name) => {
  expect(() => benches(["rate", name])).toThrow(Stop);
  expect(() => benches(["rate", name])).toThrow(
    "of rate, growth, texts, slow-phone, application, upload-memory",
  );
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { settingsSchema } from "../../app/config/settings.server";
import { ROOT } from "../local.mjs";
import {
  costTable,
  dayOf,
  eachTable,
  markdown,
  monthOf,
  outageTable,
  readScale,
  rushOf,
  said,
} from "./arithmetic.mjs";

const scale = readScale();
const { measured, assumed, prices } = scale;
const { RELEASE_PER_SECOND } = settingsSchema.parse({ PLATFORM_API_KEY: "a key" });

/** A table without the spaces that align it. @param {string} text */
const tight = (text) => text.replace(/ *\| */g, "|").replace(/\|-+(?=\|)/g, "|-");

describe("docs/scale.md", () => {
  const document = tight(readFileSync(join(ROOT, "docs", "scale.md"), "utf8"));
  test.each([
    ["what one thing takes", eachTable(scale)],
    ["what a day and a month take and cost", costTable(scale)],
    ["how long what waits takes", outageTable(scale, RELEASE_PER_SECOND)],
  ])("has the table of %s", (_, table) => {
    expect(document).toContain(tight(markdown(table)));
  });
  test("names the day of the prices, and what is assumed", () => {
    expect(document).toContain(prices.date);
    for (const [name, value] of Object.entries(assumed)) {
      expect(document, name).toContain(`\`${name}\`|${value.toLocaleString("en-US")}|`);
    }
  });
});

test("docs/scale.md has the load run's day as its table has its seconds, one look for each application", () => {
  const document = readFileSync(join(ROOT, "docs", "scale.md"), "utf8");
  const perSecond = (/** @type {string} */ kind) =>
    Number(new RegExp(`^\\| ${kind}[^|]*\\| +([\\d.]+) `, "m").exec(document)?.[1]);
  const day = 24 * 60 * 60;
  const views = ["career site, kept", "position, kept", "search"].map(perSecond);
  const [, million, applications] =
    /would be ([\d.]+) million views and ([\d,]+) applications/.exec(document) ?? [];
  const viewsPerDay = views.reduce((sum, one) => sum + one, 0) * day;
  expect((viewsPerDay / 1e6).toFixed(1)).toBe(million);
  expect(said(perSecond("application") * day)).toBe(applications);
  expect(perSecond("look at a receipt") / perSecond("application")).toBe(assumed.receiptViews);
  // It is more than what the arithmetic is of.
  expect(viewsPerDay).toBeGreaterThan(assumed.viewsPerDay);
  expect(perSecond("application") * day).toBeGreaterThan(assumed.applicationsPerDay);
});

test("a day without applications is views alone, kept or drawn", () => {
  const quiet = { ...assumed, viewsPerDay: 1000, applicationsPerDay: 0, drawnShare: 0 };
  const { keptMs, timesKept } = measured.cpu;
  const day = dayOf(measured, quiet);
  expect(day).toMatchObject({ requests: 1000, objectRequests: 0, rowsWritten: 0, d1RowsRead: 0 });
  expect(day.cpuMs).toBeCloseTo(1000 * keptMs);
  const drawn = dayOf(measured, { ...quiet, drawnShare: 1 });
  expect(drawn.cpuMs).toBeCloseTo(1000 * keptMs * timesKept.drawn);
  expect(drawn.objectRequests).toBe(1000);
});

test("an application takes what was counted of it, its receipt and its last alarm", () => {
  const one = { ...assumed, viewsPerDay: 0, applicationsPerDay: 1, receiptViews: 2 };
  const { application, receipt } = measured;
  expect(dayOf(measured, one)).toMatchObject({
    requests: application.requests + measured.packedScripts + 2 * receipt.requests,
    logEvents: application.requests + 2 * receipt.requests,
    objectRequests: application.objectCalls + 1 + 2 * receipt.objectCalls,
    rowsWritten: application.rowsWritten,
    d1RowsWritten: application.platformRowsWritten,
    r2Writes: application.bucketWrites,
  });
});

test("what is included costs nothing; what is stored is not so much a day", () => {
  const priced = {
    date: "",
    base: 5,
    of: {
      requests: { name: "requests", included: 100, per: 10, price: 2 },
      storedGb: { name: "stored", included: 5, per: 1, price: 0.2 },
    },
  };
  expect(monthOf({ requests: 3, storedGb: 4 }, priced, 30)).toEqual([
    { name: "requests", perDay: 3, perMonth: 90, dollars: 0 },
    { name: "stored", perDay: undefined, perMonth: 4, dollars: 0 },
  ]);
  const [requests, stored] = monthOf({ requests: 4, storedGb: 10 }, priced, 30);
  expect(requests?.dollars).toBeCloseTo(4);
  expect(stored?.dollars).toBeCloseTo(1);
  expect(() => monthOf({ requests: 1 }, priced, 30)).toThrow("storedGb");
});

test("what waited goes faster than new ones come, or never ends", () => {
  const few = { ...assumed, viewsPerDay: 86_400, applicationsPerDay: 86_400, peak: 3 };
  expect(rushOf(few, { hoursAway: 1, perSecond: 11 })).toEqual({
    viewsPerSecond: 3,
    applicationsPerSecond: 3,
    waiting: 3600,
    secondsUntilNoneWaits: 360,
  });
  expect(rushOf(few, { hoursAway: 1, perSecond: 1 }).secondsUntilNoneWaits).toBe(Infinity);
});

test.each([
  [0, "0"],
  [4.8, "4.8"],
  [25_600, "25,600"],
  [123_456, "123,000"],
  [10_400_000, "10.4 million"],
  [3_120_000_000, "3.12 billion"],
])("%d is said as %s", (value, words) => {
  expect(said(value)).toBe(words);
});

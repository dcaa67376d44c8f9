import { expect, test } from "vitest";
import { payFacts, payUnit } from "./pay";

const FIGURES = { min: 15.75, max: 18, currency: "eur", unit: "hour" };
const PARSED = { min: 15.75, max: 18, currency: "EUR", unit: "hour" };
const LONG = "We pay fairly. ".repeat(20);

test.each<[string, Parameters<typeof payFacts>, object]>([
  ["figures alone", [FIGURES], { pay: PARSED }],
  ["figures and text", [FIGURES, "And a share."], { pay: { ...PARSED, text: "And a share." } }],
  [
    "figures that the text repeats",
    [FIGURES, "€15.75 to €18."],
    { pay: PARSED, notices: [{ kind: "pay", text: "€15.75 to €18." }] },
  ],
  ["text alone", [{}, "€28K – €32K"], { pay: { text: "€28K – €32K" } }],
  ["long text", [{}, LONG], { notices: [{ kind: "pay", text: LONG }] }],
  ["no interval", [{ min: 1, currency: "EUR" }], { pay: { min: 1, currency: "EUR" } }],
  ["no currency", [{ min: 1, unit: "year" }], {}],
  ["a minimum of 0", [{ ...FIGURES, min: 0 }], { pay: { max: 18, currency: "EUR", unit: "hour" } }],
  ["no amount", [{ min: "0", max: 0, currency: "EUR", unit: "hour" }], {}],
])("parses pay with %s", (_, parameters, facts) => {
  expect(payFacts(...parameters)).toEqual({ pay: undefined, notices: undefined, ...facts });
});

test.each([
  ["1 YEAR", "year"],
  ["per-day-wage", "day"],
  ["per-month-salary", "month"],
  ["hourly", "hour"],
  ["daily", "day"],
  ["annual", "year"],
  ["week", "week"],
  ["2 WEEK", undefined],
  ["bi-week-salary", undefined],
  ["one-time", undefined],
  ["NONE", undefined],
  [undefined, undefined],
])("finds the unit of %s: %s", (interval, unit) => {
  expect(payUnit(interval)).toBe(unit);
});

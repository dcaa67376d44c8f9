import { expect, test } from "vitest";
import { payFacts } from "./pay";

const FIGURES = { min: 15.75, max: 18, currency: "eur", unit: "hour" };
const READ = { min: 15.75, max: 18, currency: "EUR", unit: "hour" };
const LONG = "We pay fairly. ".repeat(20);

test.each<[string, Parameters<typeof payFacts>, object]>([
  ["figures alone", [FIGURES], { pay: READ }],
  ["figures and more", [FIGURES, "And a share."], { pay: { ...READ, text: "And a share." } }],
  [
    "figures twice",
    [FIGURES, "€15.75 to €18."],
    { pay: READ, notices: [{ kind: "pay", text: "€15.75 to €18." }] },
  ],
  ["a text", [{}, "€28K – €32K"], { pay: { text: "€28K – €32K" } }],
  ["a long text", [{}, LONG], { notices: [{ kind: "pay", text: LONG }] }],
  ["no interval", [{ min: 1, currency: "EUR" }], { pay: { min: 1, currency: "EUR" } }],
  ["no currency", [{ min: 1, unit: "year" }], {}],
])("reads pay with %s", (_, given, facts) => {
  expect(payFacts(...given)).toEqual({ pay: undefined, notices: undefined, ...facts });
});

import { expect, test } from "vitest";
import { Client } from "./client";
import { Position } from "./position";
import { readTolerantly } from "./read";

const right = { name: "Potter", client: "acme" };

test.each<[what: string, answer: object, read: object, dropped: string[]]>([
  ["an unknown field", { colour: "red" }, {}, []],
  ["what says nothing", { location: "", country: null, places: [], status: undefined }, {}, []],
  [
    "a malformed optional value",
    { country: "Spain", location: "Lugo" },
    { location: "Lugo" },
    ["country"],
  ],
  [
    "a malformed item of a list",
    { places: [{ city: "Lugo" }, 1] },
    { places: [{ city: "Lugo" }] },
    ["places.1"],
  ],
  [
    "a malformed part of an item",
    { places: [{ city: "Lugo", country: "UK" }] },
    { places: [{ city: "Lugo" }] },
    ["places.0.country"],
  ],
  [
    "an item that lacks something",
    { notices: [{ url: "https://a.example" }, { text: "A" }] },
    { notices: [{ text: "A" }] },
    ["notices.0"],
  ],
  [
    "several items",
    { remote_countries: ["x", "es", "y", "de"] },
    { remote_countries: ["ES", "DE"] },
    ["remote_countries.0", "remote_countries.2"],
  ],
  [
    "figures without a currency",
    { pay: { min: 1, text: "and tips" } },
    { pay: { text: "and tips" } },
    ["pay.min"],
  ],
  ["pay that then says nothing", { pay: { min: 1, max: 2 } }, {}, ["pay.min", "pay.max", "pay"]],
  [
    "a range the wrong way round",
    { pay: { min: 3, max: 2, currency: "EUR", text: "A" } },
    { pay: { currency: "EUR", text: "A" } },
    ["pay.min", "pay.max"],
  ],
  [
    "a single item without a list",
    { employment_type: "full time" },
    { employment_type: ["FULL_TIME"] },
    [],
  ],
  [
    "a long list",
    { takes: Array.from({ length: 30 }, () => "source") },
    { takes: Array.from({ length: 20 }, () => "source") },
    [],
  ],
  ["a day that is in no calendar", { closes_at: "2026-02-30" }, {}, ["closes_at"]],
])("%s", (_, answer, read, dropped) => {
  expect(readTolerantly(Position, { ...right, ...answer })).toEqual({
    value: { ...right, ...read },
    dropped,
  });
});

test.each([
  ["missing", {}, ["name"]],
  ["empty", { name: " " }, ["name"]],
  ["malformed", { name: 1 }, ["name"]],
  ["no object", [], []],
])("a required value that is %s breaks the contract", (_, answer, path) => {
  const read = () =>
    readTolerantly(Position, Array.isArray(answer) ? answer : { client: "acme", ...answer });
  expect(read).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }));
});

test("an answer that is read is not changed", () => {
  const answer = { sections: [{ title: "A", text: "B", pictures: [1] }, 2] };
  const before = structuredClone(answer);
  expect(readTolerantly(Client, answer).value).toEqual({
    sections: [{ title: "A", text: "B", pictures: [] }],
  });
  expect(answer).toEqual(before);
});

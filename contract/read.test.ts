import { expect, test } from "vitest";
import { Client } from "./client";
import { Field } from "./fields";
import { asPage, ListedPositions, Position } from "./position";
import { readTolerantly } from "./read";

const right = { name: "Potter", client: "acme" };

test.each<[what: string, answer: object, read: object, dropped: string[]]>([
  ["an unknown field", { colour: "red" }, {}, []],
  ["what says nothing", { location: "", country: null, status: undefined }, {}, []],
  ["a list of what says nothing", { places: [null, ""], cv_accept: [null] }, {}, []],
  [
    "questions and answers that say nothing",
    {
      apply_site_questions: {
        killer_questions: [{ question: "A", answers: " " }],
        open_questions: "",
      },
    },
    { apply_site_questions: { killer_questions: [{ question: "A" }] } },
    [],
  ],
  [
    "a malformed optional value",
    { country: "Spain", location: "Lugo" },
    { location: "Lugo" },
    ["country"],
  ],
  [
    "a malformed part of an item without its list",
    { places: { city: "Lugo", country: "Spain" } },
    { places: [{ city: "Lugo" }] },
    ["places.country"],
  ],
  ["an address that is none", { apply_url: "https://" }, {}, ["apply_url"]],
  [
    "figures that are none",
    { pay: { min: "30k", max: "0x10", currency: "EUR", text: "T" } },
    { pay: { text: "T" } },
    ["pay.min", "pay.max", "pay.currency"],
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
    "items that turn out to be wrong one after the other",
    { fields: [1, { id: "a", kind: "film" }, { id: "b", kind: "date", label: "B" }] },
    { fields: [{ id: "b", kind: "date", label: "B" }] },
    ["fields.0", "fields.1.kind"],
  ],
  [
    "an item of a list that stands for an object",
    { apply_site_questions: ["A", 1, { question: "B" }] },
    { apply_site_questions: { killer_questions: [{ question: "A" }, { question: "B" }] } },
    ["apply_site_questions.1"],
  ],
  [
    "figures without a currency",
    { pay: { min: 1, text: "and tips" } },
    { pay: { text: "and tips" } },
    ["pay.min"],
  ],
  ["pay that then says nothing", { pay: { min: 1, max: 2 } }, {}, ["pay.min", "pay.max"]],
  [
    "a range the wrong way round",
    { pay: { min: 3, max: 2, currency: "EUR", text: "A" } },
    { pay: { text: "A" } },
    ["pay.min", "pay.max", "pay.currency"],
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
  const found = readTolerantly(Position, { ...right, ...answer });
  expect(found.value).toEqual({ ...right, ...read });
  expect(found.dropped.map(({ place }) => place)).toEqual(dropped);
});

test("it is said why a value was dropped", () => {
  const answer = { ...right, country: "UK", notices: [{ url: "https://a.example" }] };
  const why = readTolerantly(Position, answer).dropped.map((one) => `${one.place}: ${one.why}`);
  expect(why.join("\n")).toMatch(/^country: uk is no country code.*\nnotices\.0: text: Invalid/);
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

test.each([
  ["a list without items", []],
  ["a page without items", { results: [], next: null }],
])("%s says so", (_, answer) => {
  expect(readTolerantly(ListedPositions, answer)).toEqual({ value: { results: [] }, dropped: [] });
});

test("an answer breaks the contract where it has something malformed that must stay", () => {
  const isItem = (path: readonly PropertyKey[]) => path.length < 3;
  const listed = (...results: object[]) =>
    readTolerantly(ListedPositions, asPage(results), isItem).value;
  const [a, b] = [{ uuid: "a", name: "A" }, { uuid: "b" }];
  expect(listed({ ...a, country: "Spain" })).toEqual({ results: [a] });
  const path = ["results", 1, "name"];
  expect(() => listed({ ...a, country: "Spain" }, b)).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ path })] }),
  );
});

test("bounds of a number the wrong way round are dropped", () => {
  const field = { id: "a", kind: "number", label: "A" };
  expect(readTolerantly(Field, { ...field, min: 2, max: 1 })).toMatchObject({
    value: field,
    dropped: [{ place: "min" }, { place: "max" }],
  });
});

test("an option with too long a label is dropped, instead of showing its value", () => {
  const options = [{ value: "1", label: "x".repeat(501) }, "No"];
  expect(readTolerantly(Field, { id: "a", kind: "one_of", label: "A", options })).toMatchObject({
    value: { options: [{ value: "No", label: "No" }] },
    dropped: [{ place: "options.0" }],
  });
});

test("an answer 100,000 levels deep is read", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  const { value, dropped } = readTolerantly(Position, { ...right, deep, places: deep });
  expect(value).toEqual({ ...right, places: [] });
  expect(dropped).toMatchObject([{ place: "places.0" }]);
});

test("a malformed item of an answer that is a list is dropped", () => {
  expect(readTolerantly(ListedPositions, [{ uuid: "a", name: "A" }, { uuid: "b" }])).toMatchObject({
    value: { results: [{ uuid: "a", name: "A" }] },
    dropped: [{ place: "1" }],
  });
});

test("an answer that is read is not changed", () => {
  const answer = { sections: [{ title: "A", text: "B", pictures: [1] }, 2] };
  const before = structuredClone(answer);
  expect(readTolerantly(Client, answer).value).toEqual({
    sections: [{ title: "A", text: "B", pictures: [] }],
  });
  expect(answer).toEqual(before);
});

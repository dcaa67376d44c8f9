import { expect, test } from "vitest";
import { Client } from "./client";
import { Field } from "./fields";
import { toPage, ListedPositions, Position } from "./position";
import { readTolerantly } from "./tolerant";

const required = { name: "Potter", client: "acme" };

test.each<[what: string, answer: object, parsed: object, dropped: string[]]>([
  ["ignores an unknown field", { colour: "red" }, {}, []],
  ["ignores empty values", { location: "", country: null, status: undefined }, {}, []],
  ["ignores lists of empty values", { places: [null, ""], cv_accept: [null] }, {}, []],
  [
    "ignores empty questions and answers",
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
    "drops a malformed optional value",
    { country: "Spain", location: "Lugo" },
    { location: "Lugo" },
    ["country"],
  ],
  [
    "drops a malformed value in a single item where a list is expected",
    { places: { city: "Lugo", country: "Spain" } },
    { places: [{ city: "Lugo" }] },
    ["places.country"],
  ],
  ["drops an invalid URL", { apply_url: "https://" }, {}, ["apply_url"]],
  [
    "drops amounts that are not numbers",
    { pay: { min: "30k", max: "0x10", currency: "EUR", text: "T" } },
    { pay: { text: "T" } },
    ["pay.min", "pay.max", "pay.currency"],
  ],
  [
    "drops a malformed item of a list",
    { places: [{ city: "Lugo" }, 1] },
    { places: [{ city: "Lugo" }] },
    ["places.1"],
  ],
  [
    "drops a malformed value in an item",
    { places: [{ city: "Lugo", country: "UK" }] },
    { places: [{ city: "Lugo" }] },
    ["places.0.country"],
  ],
  [
    "drops an item without a required key",
    { notices: [{ url: "https://a.example" }, { text: "A" }] },
    { notices: [{ text: "A" }] },
    ["notices.0"],
  ],
  [
    "drops several items",
    { remote_countries: ["x", "es", "y", "de"] },
    { remote_countries: ["ES", "DE"] },
    ["remote_countries.0", "remote_countries.2"],
  ],
  [
    "drops items whose errors are found in different rounds of parsing",
    { fields: [1, { id: "a", kind: "film" }, { id: "b", kind: "date", label: "B" }] },
    { fields: [{ id: "b", kind: "date", label: "B" }] },
    ["fields.0", "fields.1.kind"],
  ],
  [
    "drops a malformed item of a list where an object is expected",
    { apply_site_questions: ["A", 1, { question: "B" }] },
    { apply_site_questions: { killer_questions: [{ question: "A" }, { question: "B" }] } },
    ["apply_site_questions.1"],
  ],
  [
    "drops amounts without a currency",
    { pay: { min: 1, text: "and tips" } },
    { pay: { text: "and tips" } },
    ["pay.min"],
  ],
  ["drops pay if no value remains", { pay: { min: 1, max: 2 } }, {}, ["pay.min", "pay.max"]],
  [
    "drops a range with min above max",
    { pay: { min: 3, max: 2, currency: "EUR", text: "A" } },
    { pay: { text: "A" } },
    ["pay.min", "pay.max", "pay.currency"],
  ],
  [
    "accepts a single item where a list is expected",
    { employment_type: "full time" },
    { employment_type: ["FULL_TIME"] },
    [],
  ],
  [
    "truncates a list that is too long",
    { takes: Array.from({ length: 30 }, () => "source") },
    { takes: Array.from({ length: 20 }, () => "source") },
    [],
  ],
  [
    "drops a list with too many malformed items",
    { location: "Lugo", employment_type: Array.from({ length: 3000 }, () => "x") },
    { location: "Lugo" },
    Array.from({ length: 160 }, (_, index) => `employment_type.${index}`),
  ],
  [
    "drops the lists past 20,000 items",
    {
      places: Array.from({ length: 20_000 }, () => ({ city: "Lugo" })),
      employment_type: ["full time"],
      location: "Lugo",
    },
    { places: Array.from({ length: 20 }, () => ({ city: "Lugo" })), location: "Lugo" },
    ["employment_type"],
  ],
  [
    "drops a list of too many items in an item",
    { notices: [{ text: "A" }, { text: Array.from({ length: 30_000 }, () => "x") }] },
    { notices: [{ text: "A" }] },
    ["notices.1.text"],
  ],
  ["drops an impossible date", { closes_at: "2026-02-30" }, {}, ["closes_at"]],
])("%s", (_, answer, parsed, dropped) => {
  const found = readTolerantly(Position, { ...required, ...answer });
  expect(found.value).toEqual({ ...required, ...parsed });
  expect(found.dropped.map(({ place }) => place)).toEqual(dropped);
});

test("returns the reason why a value was dropped", () => {
  const answer = { ...required, country: "UK", notices: [{ url: "https://a.example" }] };
  const { dropped } = readTolerantly(Position, answer);
  const reasons = dropped.map(({ place, why }) => `${place}: ${why}`);
  expect(reasons.join("\n")).toMatch(/^country: uk is not a country.*\nnotices\.0: text: Invalid/);
});

test.each([
  ["missing", {}, ["name"]],
  ["empty", { name: " " }, ["name"]],
  ["malformed", { name: 1 }, ["name"]],
  ["absent because the response is a list", [], []],
])("throws if a required value is %s", (_, answer, path) => {
  const read = () =>
    readTolerantly(Position, Array.isArray(answer) ? answer : { client: "acme", ...answer });
  expect(read).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path })] }));
});

test.each([
  ["list", []],
  ["page", { results: [], next: null }],
])("parses an empty %s", (_, answer) => {
  expect(readTolerantly(ListedPositions, answer)).toEqual({ value: { results: [] }, dropped: [] });
});

test("throws if a malformed value must not be dropped", () => {
  const isItem = (path: readonly PropertyKey[]) => path.length < 3;
  const listed = (...results: object[]) =>
    readTolerantly(ListedPositions, toPage(results), isItem).value;
  const [a, b] = [{ uuid: "a", name: "A" }, { uuid: "b" }];
  expect(listed({ ...a, country: "Spain" })).toEqual({ results: [a] });
  const path = ["results", 1, "name"];
  expect(() => listed({ ...a, country: "Spain" }, b)).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ path })] }),
  );
});

test("drops both bounds of a number field if min is above max", () => {
  const field = { id: "a", kind: "number", label: "A" };
  expect(readTolerantly(Field, { ...field, min: 2, max: 1 })).toMatchObject({
    value: field,
    dropped: [{ place: "min" }, { place: "max" }],
  });
});

test("drops an option whose label is too long", () => {
  const options = [{ value: "1", label: "x".repeat(501) }, "No"];
  expect(readTolerantly(Field, { id: "a", kind: "one_of", label: "A", options })).toMatchObject({
    value: { options: [{ value: "No", label: "No" }] },
    dropped: [{ place: "options.0" }],
  });
});

test("parses a response that is nested 100,000 levels deep", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  const { value, dropped } = readTolerantly(Position, { ...required, deep, places: deep });
  expect(value).toEqual({ ...required, places: [] });
  expect(dropped).toMatchObject([{ place: "places.0" }]);
});

test("drops a malformed item of a plain list", () => {
  expect(readTolerantly(ListedPositions, [{ uuid: "a", name: "A" }, { uuid: "b" }])).toMatchObject({
    value: { results: [{ uuid: "a", name: "A" }] },
    dropped: [{ place: "1" }],
  });
});

test("does not change its input", () => {
  const answer = { sections: [{ title: "A", text: "B", pictures: [1] }, 2] };
  const before = structuredClone(answer);
  expect(readTolerantly(Client, answer).value).toEqual({
    sections: [{ title: "A", text: "B", pictures: [] }],
  });
  expect(answer).toEqual(before);
});

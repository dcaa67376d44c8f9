import { describe, expect, test } from "vitest";
import { answerFault, fileFault } from "./answers";
import type { Value } from "./application";
import { Field } from "./fields";

const options = ["a", "b"];

const field = (kind: string, more: object = {}) =>
  Field.parse({ id: "q", label: "Q", kind, options, ...more });

describe.each<[kind: string, limits: object, right: Value[], wrong: Value[]]>([
  ["email", {}, ["a@b"], ["ana", "a b@c", true]],
  ["text", { max: 5 }, ["ñññññ", ""], [["a"]]],
  ["url", {}, ["https://a.example"], ["a.example", "ftp://a.example", "https://"]],
  ["number", { min: 1, max: 9 }, ["1", "9", "1.5"], ["0", "10", "1e1", "x"]],
  ["date", {}, ["2027-02-28"], ["2027-02-30", "28.2.2027"]],
  ["yes_no", {}, [false], ["yes"]],
  ["one_of", {}, ["a"], ["c", ["a"]]],
  ["some_of", {}, [["a", "b"], []], [["c"], ["a", "a"], "a"]],
  ["consent", {}, [{ given: true, text: "x" }], [{ given: true, text: "" }, true]],
  ["note", {}, [""], ["x"]],
])("%s", (kind, limits, right, wrong) => {
  test.each(right.map((value) => [value]))("%j is right", (value) => {
    expect(answerFault(field(kind, limits), value)).toBeUndefined();
  });
  test.each(wrong.map((value) => [value]))("%j is wrong", (value) => {
    expect(answerFault(field(kind, limits), value)).toBe("wrong");
  });
});

test("a text may have so many characters", () => {
  expect(answerFault(field("text", { max: 5 }), "ññññññ")).toBe("long");
  expect(answerFault(field("long_text"), "ñ".repeat(5000))).toBeUndefined();
});

test.each<[what: string, kind: string, more: object, value: Value | undefined]>([
  ["no answer", "text", {}, undefined],
  ["an empty text", "text", {}, ""],
  ["no choice", "some_of", {}, []],
  ["a consent that is not given", "consent", {}, { given: false, text: "x" }],
])("%s is missing where it is required", (_, kind, more, value) => {
  expect(answerFault(field(kind, { ...more, required: true }), value)).toBe("missing");
  expect(answerFault(field(kind, more), value)).toBeUndefined();
});

test.each([
  ["a note", "note", {}],
  ["a voluntary question", "text", { section: "voluntary" }],
])("%s is never missing", (_, kind, more) => {
  expect(answerFault(field(kind, { ...more, required: true }), undefined)).toBeUndefined();
});

test.each([
  ["the largest", { name: "cv.PDF", size: 10 }, undefined],
  ["another type", { name: "cv.png", size: 1 }, "type"],
  ["a name without an ending", { name: "pdf", size: 1 }, "type"],
  ["an empty one", { name: "cv.pdf", size: 0 }, "empty"],
  ["a larger one", { name: "cv.pdf", size: 11 }, "large"],
  ["none", undefined, "missing"],
])("of a file, %s", (_, file, fault) => {
  expect(fileFault({ isRequired: true, accept: ["pdf"], max: 10 }, file)).toBe(fault);
});

test("a file that is optional may be missing, and any may be sent where nothing is said", () => {
  expect(fileFault({ isRequired: false }, undefined)).toBeUndefined();
  expect(fileFault({ isRequired: true }, { name: "a", size: 1e9 })).toBeUndefined();
});

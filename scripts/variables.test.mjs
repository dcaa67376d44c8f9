import { expect, test } from "vitest";
import { meant, refuseUnknownVariables, variablesIn } from "./variables.mjs";

test("the names of the variables among arguments", () => {
  const args = ["--var", "A:1", "--env", "external", "--var=HOSTS:a.example=1", "--var"];
  expect(variablesIn(args)).toEqual(["A", "HOSTS"]);
});

test.each([
  ["MAX_CV_BYTE", "MAX_CV_BYTES"],
  ["max_cv_bytes", "MAX_CV_BYTES"],
  ["PAGECACHE", "PAGE_CACHE"],
  ["COLOUR", undefined],
])("by %s was meant %s", (name, other) => {
  expect(meant(name, ["MAX_CV_BYTES", "PAGE_CACHE", "HOSTS"])).toBe(other);
});

test("a name that the site does not have is refused, and its own are not", () => {
  refuseUnknownVariables(["--var", "MAX_CV_BYTES:1000000", "--var", "PAGE_CACHE:off"]);
  expect(() => refuseUnknownVariables(["--var", "PAGE_CASH:off"])).toThrow(
    "There is no variable PAGE_CASH. Was PAGE_CACHE meant?",
  );
});

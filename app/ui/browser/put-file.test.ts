import { beforeEach, expect, test, vi } from "vitest";
import { createForm, stubDataTransfer, stubForms } from "../../../tests/support/form-elements";
import { putFile } from "./put-file";

beforeEach(() => {
  stubForms();
  stubDataTransfer();
  return () => vi.unstubAllGlobals();
});

const file = new File([], "cv.pdf");

test.each([
  ["is chosen, and the field is told", [], file, [file], ["input", "change"]],
  ["is taken out, and the field is told", [file], undefined, [], ["input", "change"]],
  ["that is not there is not missed", [], undefined, [], []],
])("a file %s", (_, before, put, after, expected) => {
  const { cv } = createForm().fields;
  cv.files = before;
  const told: string[] = [];
  for (const type of ["input", "change"]) cv.addEventListener(type, () => told.push(type));
  putFile(cv as unknown as HTMLInputElement, put);
  expect([cv.files, told]).toEqual([after, expected]);
  expect(() => putFile(undefined, put)).not.toThrow();
});

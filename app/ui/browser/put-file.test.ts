import { beforeEach, expect, test, vi } from "vitest";
import { createForm, stubDataTransfer, stubForms } from "~/tests/support/form-elements";
import { putFile } from "./put-file";

beforeEach(() => {
  stubForms();
  stubDataTransfer();
  return () => vi.unstubAllGlobals();
});

const file = new File([], "cv.pdf");

test.each([
  ["sets a file and fires events", [], file, [file], ["input", "change"]],
  ["removes a file and fires events", [file], undefined, [], ["input", "change"]],
  ["does nothing if an empty field stays empty", [], undefined, [], []],
])("%s", (_, before, put, after, expected) => {
  const { cv } = createForm().fields;
  cv.files = before;
  const events: string[] = [];
  for (const type of ["input", "change"]) cv.addEventListener(type, () => events.push(type));
  putFile(cv as unknown as HTMLInputElement, put);
  expect([cv.files, events]).toEqual([after, expected]);
  expect(() => putFile(undefined, put)).not.toThrow();
});

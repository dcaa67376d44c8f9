import { describe, expect, test } from "vitest";
import { getFileFields } from "./file-fields";
import { FILE_TYPES } from "./file-types";
import { MAX_HELD_BYTES, withFile } from "./files";
import { CV_EXTENSIONS } from "./cv-types";

const MB = 1024 ** 2;
const base = { positionUuid: "position" };

describe("getFileFields", () => {
  test("returns only the CV by default and for an unknown position", () => {
    const cv = { accept: CV_EXTENSIONS, maxBytes: 25 * MB, isRequired: false };
    for (const position of [undefined, base]) {
      expect([...getFileFields(position, 25 * MB)]).toEqual([["cv", cv]]);
    }
  });

  test("returns the CV with the position's rules, then the position's own file fields in order", () => {
    const position = {
      ...base,
      cvAccept: ["pdf", "exe"],
      cvMaxBytes: 2_000_000,
      fields: [
        { id: "b", kind: "file", isRequired: true, accept: ["zip"], max: 1000 },
        { id: "letter", kind: "long_text", max: 10_000 },
        { id: "a", kind: "file", max: 10 * MAX_HELD_BYTES },
        { id: "cv", kind: "file", accept: ["txt"] },
      ],
    };
    expect([...getFileFields(position, 25 * MB)]).toEqual([
      ["cv", { accept: ["pdf"], maxBytes: 2_000_000, isRequired: false }],
      ["b", { accept: ["zip"], maxBytes: 1000, isRequired: true }],
      ["a", { accept: CV_EXTENSIONS, maxBytes: MAX_HELD_BYTES, isRequired: false }],
    ]);
  });

  test("omits the CV if the position's CV field is off", () => {
    const position = { ...base, standard: { cv: "off" }, fields: [{ id: "a", kind: "file" }] };
    expect([...getFileFields(position, MB).keys()]).toEqual(["a"]);
  });

  test("ignores unknown types, and a CV limit above the configured limit", () => {
    const position = { ...base, cvMaxBytes: 99 * MB, cvAccept: ["exe"] };
    expect(getFileFields(position, MB).get("cv")).toMatchObject({
      accept: CV_EXTENSIONS,
      maxBytes: MB,
    });
  });
});

test("every CV extension has a type", () => {
  for (const ending of CV_EXTENSIONS) expect(FILE_TYPES.has(ending)).toBe(true);
});

test("withFile replaces or removes one field's file and keeps the CV first", () => {
  const cv = { field: "cv", upload: 7 };
  const portfolio = { field: "portfolio", upload: 8 };
  expect(withFile([cv, portfolio], "portfolio", 9)).toEqual([cv, { ...portfolio, upload: 9 }]);
  expect(withFile([cv, portfolio], "portfolio", undefined)).toEqual([cv]);
  expect(withFile([portfolio], "cv", 7)).toEqual([cv, portfolio]);
});

import { expect, test } from "vitest";
import { removeControls, removeOverrides } from "./text";

test.each([
  ["a zero width space", "\u200b", "", ""],
  ["embeddings", "\u202a\u202b\u202c", "", ""],
  ["overrides", "\u202d\u202e", "", ""],
  ["isolates", "\u2066\u2067\u2068\u2069", "", ""],
  ["direction marks", "\u200e\u200f\u061c", "\u200e\u200f\u061c", ""],
  ["control characters", "\0\n\x7f\u0085", "\0\n\x7f\u0085", ""],
  ["joiners", "\u200c\u200d", "\u200c\u200d", "\u200c\u200d"],
  ["letters and spaces", "é e\u0301 ن 👩‍💻\u00a0", "é e\u0301 ن 👩‍💻\u00a0", "é e\u0301 ن 👩‍💻\u00a0"],
])("handles %s in text and in file names", (_, given, inText, inFileName) => {
  expect([removeOverrides(given), removeControls(given)]).toEqual([inText, inFileName]);
});

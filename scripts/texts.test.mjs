import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { FILE, textsDocument } from "./texts.mjs";

test("docs/texts.md has the texts of today (npm run texts)", async () => {
  expect(await readFile(FILE, "utf8")).toBe(await textsDocument());
});

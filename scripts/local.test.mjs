import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeNew } from "./local";

test("a saved file replaces no other, and is its owner's alone", async () => {
  const folder = await mkdtemp(join(tmpdir(), "puerta-new-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = [];
  for (const text of ["a", "b", "c"]) {
    files.push(await writeNew(join(folder, "inbox"), "3-cv.pdf", text));
  }
  expect(files.map((file) => basename(file))).toEqual(["3-cv.pdf", "3-cv-2.pdf", "3-cv-3.pdf"]);
  expect(await Promise.all(files.map((file) => readFile(file, "utf8")))).toEqual(["a", "b", "c"]);
  for (const file of files) expect((await stat(file)).mode & 0o777).toBe(0o600);
});

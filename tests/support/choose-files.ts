import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { test, type Locator } from "playwright/test";

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Larger files are passed by path. Passing a megabyte to the browser as text takes half a second. */
const MAX_PASSED_BYTES = 64 * 1024;

/** Chooses files in a file field. Large files must have a type that follows from the file's name. */
export async function chooseFiles(field: Locator, ...files: ChosenFile[]) {
  if (files.every(({ buffer }) => buffer.length <= MAX_PASSED_BYTES)) {
    return field.setInputFiles(files);
  }
  const saving = files.map(async ({ name, buffer }) => {
    const path = test.info().outputPath(randomUUID(), name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, buffer);
    return path;
  });
  return field.setInputFiles(await Promise.all(saving));
}

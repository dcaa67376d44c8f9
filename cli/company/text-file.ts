import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { relative } from "node:path";

/** Reads a text file. Returns an empty string for a missing file. Adds errors to `problems`. */
export async function readText(file: string, problems?: string[]): Promise<string> {
  const text = existsSync(file) ? await readFile(file, "utf8") : "";
  if (text.trim() === "") {
    problems?.push(`${shortPath(file)}: ${existsSync(file) ? "is empty" : "is missing"}`);
  }
  if (text.includes("\0")) problems?.push(`${shortPath(file)}: has a NUL character`);
  return text;
}

/** Returns a path relative to the working directory if the file is inside it. */
export function shortPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path.startsWith("..") ? file : path || ".";
}

import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { Stop } from "~/scripts/stop";

/** Reads a text file, or stdin for `-`. @throws Stop if the file cannot be read or is not UTF-8 */
export async function readSource(file: string): Promise<string> {
  if (file === "-") return readAll(process.stdin);
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) throw new Stop(`${file} cannot be read.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Stop(`${file} is not text in UTF-8. In a spreadsheet, save it as "CSV UTF-8".`);
  }
}

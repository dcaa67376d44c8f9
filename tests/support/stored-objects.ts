import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Matches an object's database file, next to which workerd stores the write-ahead log. */
const DATABASE = /^[0-9a-f]{64}\.sqlite$/;

/** The size of an empty database, in bytes. */
const EMPTY_BYTES = 4096;

/**
 * Counts the Durable Objects of a class that were called, and those that stored data.
 *
 * @param state a site's state folder
 */
export function countObjects(state: string, className: string): { called: number; stored: number } {
  const folder = join(state, "v3", "do", `puerta-${className}`);
  const fileSize = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const paths = readdirSync(folder)
    .filter((name) => DATABASE.test(name))
    .map((name) => join(folder, name));
  const stored = paths.filter(
    (path) => fileSize(path) > EMPTY_BYTES || fileSize(`${path}-wal`) > 0,
  ).length;
  return { called: paths.length, stored };
}

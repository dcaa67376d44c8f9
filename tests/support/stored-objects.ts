import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The file of an object's storage, as workerd lays it out: a database, and the log of what was written. */
const DATABASE = /^[0-9a-f]{64}\.sqlite$/;

/** What an empty database takes, in bytes. */
const EMPTY_BYTES = 4096;

/**
 * The Durable Objects of one class: how many were asked anything, and how many of these have stored
 * something.
 *
 * @param state the state folder of a site
 */
export function countObjects(state: string, className: string): { asked: number; stored: number } {
  const folder = join(state, "v3", "do", `puerta-${className}`);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const paths = readdirSync(folder)
    .filter((name) => DATABASE.test(name))
    .map((name) => join(folder, name));
  const stored = paths.filter(
    (path) => sizeOf(path) > EMPTY_BYTES || sizeOf(`${path}-wal`) > 0,
  ).length;
  return { asked: paths.length, stored };
}

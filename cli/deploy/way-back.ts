import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { STORAGE_VERSION } from "~/app/application/delivery/state";
import { PLATFORM_CONFIG } from "~/scripts/local";

/** Data that builds older than a storage version cannot read (decision 0056). */
const UNREADABLE: Record<number, string> = {
  2: "1.0.0 cannot read applications that are not delivered yet: they wait, with a 503 as receipt, until you deploy this version again. Unsent forms and receipts of delivered applications work",
};

/** Older builds' handling of a migration's tables, by migration number. */
const MIGRATIONS: Record<string, string> = {
  "0002": "the desk of 1.0.0 logs each read by itself",
  "0003": "1.0.0 deletes only files that it stored itself",
  "0005":
    "1.0.0 does not record deletions: after a restore, repeat those that were made with 1.0.0 by hand",
  "0006":
    "1.0.0 sends no confirmations: those that wait are sent if you deploy this version again within four days",
  "0010": "older builds read and write them as before",
};

/** Lists the platform's migration files in order. */
export const migrationFiles = () =>
  readdirSync(join(dirname(PLATFORM_CONFIG), "migrations")).sort();

/** Describes what works after a rollback and what does not, with a line for each change to stored data. */
export function describeWayBack(hasPlatform: boolean, migrations = migrationFiles()): string[] {
  const storage = Object.entries(UNREADABLE)
    .filter(([version]) => Number(version) <= STORAGE_VERSION)
    .map(([version, text]) => `storage version ${version}: ${text}`);
  const tables = migrations
    .filter((name) => !name.startsWith("0001_"))
    .map((name) => {
      const known = MIGRATIONS[name.slice(0, 4)];
      const text = known ?? "older builds do not use its tables";
      return `tables ${name.replace(/\.sql$/, "")}: stay; ${text}`;
    });
  return [...storage, ...(hasPlatform ? tables : [])];
}

import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { RECORD_MS } from "~/platform/src/deletion-record";
import {
  BACKUP_TABLES,
  BackupManifest,
  RestoredDeletions,
  RestoredFile,
  RestoredRows,
} from "~/contract/admin-backup";
import { Stop } from "~/scripts/stop";
import type { Platform } from "../lib/platform";
import { FILES, MANIFEST, readRows, tableFile } from "./save";

/** D1 allows 1,000 queries per request, and 50 on the free plan. A row takes at most three. */
const ROWS_PER_CALL = 16;

export type Backup = Awaited<ReturnType<typeof openBackup>>;

/** @throws Stop if the backup is incomplete, or older than the record of deletions */
export async function openBackup(folder: string) {
  const { createdAt, tables, files } = await readManifest(folder);
  if (Date.now() - Date.parse(createdAt) > RECORD_MS) {
    throw new Stop(`${folder} is too old: it is not known which applications were deleted since.`);
  }
  const saved = await listFiles(join(folder, FILES));
  if (saved.length < files) {
    throw new Stop(`${folder} has ${saved.length} of ${files} files, so the backup is incomplete.`);
  }
  // Earlier versions have fewer tables.
  const names = BACKUP_TABLES.filter((table) => table in tables);
  for (const name of names) {
    const lines = await readLines(folder, name);
    if (lines.length !== tables[name]) {
      throw new Stop(`${folder} lacks rows of ${name}, so the backup is incomplete.`);
    }
  }
  return { folder, tables: names, saved };
}

/** Adds a backup's rows and files that the platform lacks, and repeats deletions made since the backup. */
export async function restoreBackup({ folder, tables, saved }: Backup, platform: Platform) {
  await platform.call("POST", "/backup/restore");
  // Deletions first, in case the bucket was lost too.
  await addFiles(
    folder,
    platform,
    saved.filter((key) => idOf(key) === undefined),
  );
  const first = await deleteAgain(platform);
  const added: Record<string, number> = {};
  const left: Record<string, number> = {};
  const renumbered: { from: number; to: number }[] = [];
  for (const table of tables) {
    const lines = await readLines(folder, table);
    const sum = { added: 0, left: 0 };
    for (let at = 0; at < lines.length; at += ROWS_PER_CALL) {
      const rows = lines.slice(at, at + ROWS_PER_CALL).map((line) => JSON.parse(line) as unknown);
      const path = `/backup/tables/${table}`;
      const result = await platform.read(RestoredRows, "PUT", path, { rows });
      sum.added += result.added;
      sum.left += result.left;
      renumbered.push(...result.renumbered);
    }
    added[table] = sum.added;
    left[table] = sum.left;
  }
  // Deleted applications without an idempotency key were added again: only their ids are recorded.
  const deleted = first + (await deleteAgain(platform));
  // Files of applications deleted since the backup must stay deleted.
  const ids = new Set(
    (await readRows(platform, "applications")).map(({ id }) => (typeof id === "string" ? id : "")),
  );
  const wanted = saved.filter((key) => ids.has(idOf(key) ?? ""));
  const files = await addFiles(folder, platform, wanted);
  return { added, left, renumbered, files, deleted };
}

/** Repeats deletions made since the backup. Returns the number of deleted applications. */
async function deleteAgain(platform: Platform): Promise<number> {
  let deleted = 0;
  for (let which = "yes"; ; which = "no") {
    const path = `/backup/deletions?first=${which}`;
    const run = await platform.read(RestoredDeletions, "POST", path);
    deleted += run.deleted;
    if (run.isLast) return deleted;
  }
}

/** The application that a file belongs to. Undefined for a record of deletions. */
const idOf = (key: string) => /^(?:cv|file)\/([^/]+)/.exec(key)?.[1];

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new Stop(`${folder} has no ${MANIFEST}, so the backup is incomplete.`);
  }
  try {
    return BackupManifest.parse(JSON.parse(text));
  } catch {
    throw new Stop(`${join(folder, MANIFEST)} is damaged, or from a newer version of Puerta.`);
  }
}

/** Reads a table's lines, without an incomplete last line. */
async function readLines(folder: string, table: string): Promise<string[]> {
  const text = await readFile(tableFile(folder, table), "utf8").catch(() => "");
  return text.split("\n").slice(0, -1);
}

/** Lists the keys of saved files. */
async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

/** Returns how many files the platform lacked. */
async function addFiles(folder: string, platform: Platform, keys: readonly string[]) {
  let files = 0;
  for (const key of keys) {
    const bytes = new Uint8Array(await readFile(join(folder, FILES, key)));
    const { added } = await platform.read(RestoredFile, "PUT", `/backup/files/${key}`, bytes);
    files += added;
  }
  return files;
}

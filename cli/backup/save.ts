import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  BACKUP_TABLES,
  BackupFiles,
  BackupPage,
  type BackupManifest,
  type BackupRow,
} from "~/contract/admin-backup";
import { Stop } from "~/scripts/stop";
import { fromUndelivered, saveApplication } from "../applications/files";
import type { Operator } from "../applications/operator";
import { NotFound, type Platform } from "../lib/platform";

export const MANIFEST = "backup.json";

export const tableFile = (folder: string, table: string) =>
  join(folder, "tables", `${table}.jsonl`);

export const FILES = "files";

/** Only the owner can read a backup. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Saves the platform's tables and files, and the site's undelivered applications. A folder without a manifest is
 * incomplete.
 *
 * @throws Stop if the folder is not empty
 */
export async function saveBackup(
  folder: string,
  platform: Platform,
  operator: Operator | undefined,
): Promise<BackupManifest> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if ((await readdir(folder)).length > 0) {
    throw new Stop(`${folder} is not empty. Choose another folder.`);
  }
  const createdAt = new Date().toISOString();
  await platform.call("POST", "/backup/save");
  // An application that is delivered in the meantime is saved at least once.
  const undelivered = operator ? await saveUndelivered(folder, operator) : null;
  const tables: Record<string, number> = {};
  for (const table of BACKUP_TABLES) tables[table] = await saveTable(folder, platform, table);
  const manifest = {
    ...{ version: 1, createdAt, site: platform.site, tables, undelivered },
    files: await saveFiles(folder, platform),
  } satisfies BackupManifest;
  await write(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: FOLDER_MODE });
  await writeFile(file, content, { mode: FILE_MODE });
}

async function saveUndelivered(folder: string, operator: Operator): Promise<number> {
  const { applications, missing } = await operator.list();
  if (missing.length > 0) throw new Stop(`${missing.join(", ")} did not answer. Try again.`);
  let saved = 0;
  for (const { receiptId, number } of applications) {
    try {
      const application = await fromUndelivered(operator, receiptId);
      await saveApplication(join(folder, "undelivered", number), application);
      saved += 1;
    } catch (error) {
      // It was delivered in the meantime, or its storage cannot be read.
      if (!(error instanceof Stop)) throw error;
      console.error(`${number} was not saved: ${error.message}`);
    }
  }
  return saved;
}

/** Reads all rows of a table. */
export async function readRows(platform: Platform, table: string): Promise<BackupRow[]> {
  const rows: BackupRow[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: BackupPageData = await platform.read(
      BackupPage,
      "GET",
      `/backup/tables/${table}?after=${after}`,
    );
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}

async function saveTable(folder: string, platform: Platform, table: string): Promise<number> {
  const rows = await readRows(platform, table);
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  await write(tableFile(folder, table), lines.join(""));
  return rows.length;
}

type BackupPageData = ReturnType<typeof BackupPage.parse>;
type BackupFilesData = ReturnType<typeof BackupFiles.parse>;

async function saveFiles(folder: string, platform: Platform): Promise<number> {
  let saved = 0;
  for (let after: string | null = ""; after !== null;) {
    const page: BackupFilesData = await platform.read(
      BackupFiles,
      "GET",
      `/backup/files?after=${encodeURIComponent(after)}`,
    );
    for (const { key } of page.files) if (await saveFile(folder, platform, key)) saved += 1;
    after = page.next;
  }
  return saved;
}

/** Returns whether the file is still stored. */
async function saveFile(folder: string, platform: Platform, key: string): Promise<boolean> {
  try {
    const response = await platform.call("GET", `/backup/files/${key}`);
    await write(join(folder, FILES, key), Buffer.from(await response.arrayBuffer()));
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

import type { Env } from "./env";
import { hex } from "./secrets";

/** Workers add `DigestStream` to the standard `crypto`. */
const streams = crypto as typeof crypto & { DigestStream: typeof DigestStream };

const CVS_FOLDER = "cv/";
const FILES_FOLDER = "file/";

export const cvKey = (id: string) => `${CVS_FOLDER}${id}`;

export const fileKey = (id: string, index: number) => `${FILES_FOLDER}${id}/${index}`;

/** Returns the first 12 digits of an id that was created at `now`, with their dash. */
export function idPrefix(now: number): string {
  const digits = now.toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** Returns the time at which an id was created. */
export const createdAt = (id: string) => parseInt(id.slice(0, 13).replace("-", ""), 16);

/**
 * Creates an application's id: a UUID of version 7 (RFC 9562), which begins with the time. Therefore, R2 lists
 * files in the order in which their applications arrived.
 */
export const createId = (now: number): string =>
  `${idPrefix(now)}-7${crypto.randomUUID().slice(15)}`;

/** The files of an application: its CV and the files of the position's fields. */
export interface Files {
  cv: File | undefined;
  others: readonly File[];
}

/** Files that are being stored for an application, before its row exists. */
export interface Upload {
  /** The application's id. */
  id: string;
  files: Files;
  /** The files' SHA-256 in hexadecimal: of the CV, if there is one, then of the others. */
  stored: Promise<string[]>;
  /** Deletes the files. Does not reject, because `deleteOrphanedFiles` deletes the rest. */
  discard: () => Promise<void>;
}

/**
 * Starts to store an application's files, so that they are stored while the database is read. If no row follows,
 * `deleteOrphanedFiles` deletes them.
 */
export function startUpload({ CVS }: Env, files: Files, now: number): Upload {
  const id = createId(now);
  const { cv, others } = files;
  const all = [
    ...(cv ? [{ key: cvKey(id), file: cv }] : []),
    ...others.map((file, index) => ({ key: fileKey(id, index), file })),
  ];
  const stored = Promise.all(all.map(({ key, file }) => storeFile(CVS, key, file)));
  const settled = stored.then(
    () => undefined,
    () => undefined,
  );
  const discard = async () => {
    if (all.length === 0) return;
    await settled;
    await CVS.delete(all.map(({ key }) => key)).catch(() => undefined);
  };
  return { id, files, stored, discard };
}

/** Stores a file without copying it, because the files of a form may take 60 MiB. Returns its SHA-256. */
async function storeFile(bucket: Env["CVS"], key: string, file: File): Promise<string> {
  const digest = new streams.DigestStream("SHA-256");
  await file.stream().pipeTo(digest);
  const sha256 = hex(await digest.digest);
  await bucket.put(key, file, {
    ...(file.type ? { httpMetadata: { contentType: file.type } } : {}),
    // R2 refuses the file if the SHA-256 of the received bytes differs.
    sha256,
  });
  return sha256;
}

/** An application is stored within this time after its id was created, in ms. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** Maximum pages of 1,000 keys per folder and run. The next run continues. */
const MAX_PAGES = 10;

/**
 * Deletes files whose application was not stored, because it was refused or the Worker stopped. Continues where the
 * last run ended.
 */
export async function deleteOrphanedFiles(env: Env, now: number): Promise<void> {
  const { DB } = env;
  const from = await DB.prepare("SELECT checked_to FROM file_checks").first<number>("checked_to");
  const to = now - ABANDONED_AFTER_MS;
  // The first run deletes nothing: the rows of a database that has just been created may still be imported.
  const range = { from: from ?? to, to };
  let checkedTo = range.to;
  for (const folder of [CVS_FOLDER, FILES_FOLDER]) {
    checkedTo = Math.min(checkedTo, await checkFolder(env, folder, range));
  }
  await DB.prepare("INSERT OR REPLACE INTO file_checks (id, checked_to) VALUES (1, ?)")
    .bind(checkedTo)
    .run();
}

/** Returns the time up to which the folder was checked. */
async function checkFolder(
  env: Env,
  folder: string,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const end = folder + idPrefix(to);
  let startAfter = folder + idPrefix(from);
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { objects, truncated } = await env.CVS.list({ prefix: folder, startAfter });
    const keys = objects.map(({ key }) => key).filter((key) => key < end);
    await deleteOrphans(env, folder, keys);
    const last = keys.at(-1);
    if (last === undefined || keys.length < objects.length || !truncated) return to;
    startAfter = last;
  }
  return createdAt(startAfter.slice(folder.length));
}

async function deleteOrphans({ DB, CVS }: Env, folder: string, keys: string[]): Promise<void> {
  const idOf = (key: string) => key.slice(folder.length).split("/")[0] ?? "";
  const { results } = await DB.prepare(
    "SELECT id FROM applications WHERE id IN (SELECT value FROM json_each(?))",
  )
    .bind(JSON.stringify([...new Set(keys.map(idOf))]))
    .all<{ id: string }>();
  const known = new Set(results.map(({ id }) => id));
  // Versions that used `unclaimed_cvs` created ids of version 4.
  const orphans = keys.filter((key) => idOf(key)[14] === "7" && !known.has(idOf(key)));
  if (orphans.length > 0) await CVS.delete(orphans);
}

/** Deletes the files of applications that were being stored by a version before the table `file_checks`. */
export async function deleteUnclaimedFiles({ DB, CVS }: Env, now: number): Promise<void> {
  const before = new Date(now - ABANDONED_AFTER_MS).toISOString();
  const { results } = await DB.prepare("SELECT id FROM unclaimed_cvs WHERE created_at < ? LIMIT 20")
    .bind(before)
    .all<{ id: string }>();
  for (const { id } of results) {
    const files = await CVS.list({ prefix: fileKey(id, 0).slice(0, -1) });
    await CVS.delete([cvKey(id), ...files.objects.map(({ key }) => key)]);
    await DB.prepare("DELETE FROM unclaimed_cvs WHERE id = ?").bind(id).run();
  }
}

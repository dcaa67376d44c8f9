import { z } from "zod";
import { SUSPICIONS, type Suspicion } from "../../contract/lists";
import { removeOverrides } from "../../contract/text";
import type { Answer, FieldFile } from "./answers";
import { hashKey } from "./deleted-keys";
import type { Env } from "./env";
import { notificationStatement } from "./notifications/notifications";
import type { Application } from "./validation";
import { hex } from "./secrets";

export const cvKey = (id: string) => `cv/${id}`;

/** Returns the R2 key of the file at an index of an application's `files`. */
export const fileKey = (id: string, index: number) => `file/${id}/${index}`;

const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Finds the id to return for a key that the position has already accepted: the id of its application, or the
 * key's hash if the application has been deleted. Returns undefined for a new key.
 */
export async function findIdByKey(
  { DB }: Env,
  positionUuid: string,
  key: string | undefined,
): Promise<string | undefined> {
  if (!key) return undefined;
  const id = await DB.prepare(
    `SELECT id FROM applications WHERE position_uuid = ?1 AND idempotency_key = ?2
     UNION ALL SELECT hash FROM deleted_keys WHERE hash = ?3`,
  )
    .bind(positionUuid, key, await hashKey(positionUuid, key))
    .first<string>("id");
  return id ?? undefined;
}

export async function hasApplied({ DB }: Env, positionUuid: string, phone: string | undefined) {
  if (phone === undefined) return false;
  const found = await DB.prepare(
    "SELECT 1 AS found FROM applications WHERE position_uuid = ? AND phone = ?",
  )
    .bind(positionUuid, phone)
    .first("found");
  return found !== null;
}

/**
 * Schemas of columns of an application, as a string or in JSON. All their texts are read without direction
 * overrides, including copies of the company's questions and labels. Rows can contain overrides in the copies,
 * and in candidates' texts if version 1.0.0 stored them.
 */
export const enteredText = z.string().transform(removeOverrides);
export const enteredJson = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text): unknown =>
      JSON.parse(text, (_, value: unknown) =>
        typeof value === "string" ? removeOverrides(value) : value,
      ),
    )
    .pipe(schema);

/** Parses a comma-separated list from the header `X-Puerta-Suspect` or the database. Unknown words are ignored. */
export function parseSuspicions(list: string | null): Suspicion[] {
  const words = new Set(list?.split(",").map((word) => word.trim()));
  return SUSPICIONS.filter((one) => words.has(one));
}

interface NewApplication {
  application: Application;
  answers: Answer[];
  cv: NamedFile | undefined;
  files: (NamedFile & FieldFile)[];
  /** The candidate's source, as JSON. Undefined if unknown. */
  source: string | undefined;
  suspicions: Suspicion[];
}

/** A file and the candidate's name for it. */
interface NamedFile {
  file: File;
  name: string;
}

/**
 * Stores an application with its files and queues its notification. If another request stored an application
 * with the same key or phone number first, deletes the files and returns false.
 *
 * Files are stored before the row. If the Worker crashes in between, a retry can use the same key, and
 * `deleteUnclaimedFiles` deletes the files by their id in `unclaimed_cvs`.
 */
export async function storeApplication(
  env: Env,
  id: string,
  position: { uuid: string; client_uuid: string },
  key: string | undefined,
  { application, answers, cv, files, source, suspicions }: NewApplication,
): Promise<boolean> {
  const { DB } = env;
  const startedAt = new Date().toISOString();
  const hasFiles = cv !== undefined || files.length > 0;
  if (hasFiles) {
    await DB.prepare("INSERT INTO unclaimed_cvs (id, created_at) VALUES (?, ?)")
      .bind(id, startedAt)
      .run();
  }
  const storedCv = cv && (await storeFile(env, cvKey(id), cv));
  const storedFiles = [];
  // Store one file at a time, to limit memory.
  for (const [index, { file, name, ...label }] of files.entries()) {
    storedFiles.push({ ...label, ...(await storeFile(env, fileKey(id, index), { file, name })) });
  }

  const now = Date.now();
  const [inserted] = await DB.batch([
    DB.prepare(
      `INSERT INTO applications (id, position_uuid, idempotency_key, first_name, last_name, phone,
         killer_questions, open_questions, fields, files, cv_name, cv_type, cv_size, cv_sha256,
         source, suspect, created_at)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM deleted_keys WHERE hash = ?)
       ON CONFLICT DO NOTHING RETURNING id`,
    ).bind(
      id,
      position.uuid,
      key ?? null,
      application.first_name,
      application.last_name,
      application.phone ?? null,
      JSON.stringify(application.killer_questions),
      JSON.stringify(application.open_questions),
      JSON.stringify(answers),
      JSON.stringify(storedFiles),
      storedCv?.name ?? null,
      storedCv?.type ?? null,
      storedCv?.size ?? null,
      storedCv?.sha256 ?? null,
      source ?? null,
      suspicions.join(",") || null,
      new Date(now).toISOString(),
      // An application with this key may have been stored and deleted while this request was being read.
      key === undefined ? null : await hashKey(position.uuid, key),
    ),
    notificationStatement(env, { id, position: position.uuid, client: position.client_uuid }, now),
    // Delete by id, because a scan of the table would slow down every application.
    DB.prepare(
      "DELETE FROM unclaimed_cvs WHERE id = ?1 AND EXISTS (SELECT 1 FROM applications WHERE id = ?1)",
    ).bind(id),
  ]);
  if (inserted?.results.length) return true;
  if (hasFiles) await deleteFiles(env, id);
  return false;
}

async function storeFile({ CVS }: Env, key: string, { file, name }: NamedFile) {
  const bytes = await file.arrayBuffer();
  const sha256 = hex(await crypto.subtle.digest("SHA-256", bytes));
  await CVS.put(key, bytes, {
    ...(file.type ? { httpMetadata: { contentType: file.type } } : {}),
    sha256,
  });
  return { name, type: file.type, size: file.size, sha256 };
}

/** Deletes the files of applications whose row was never stored. */
export async function deleteUnclaimedFiles(env: Env): Promise<void> {
  const before = new Date(Date.now() - ABANDONED_AFTER_MS).toISOString();
  const { results } = await env.DB.prepare(
    "SELECT id FROM unclaimed_cvs WHERE created_at < ? LIMIT 20",
  )
    .bind(before)
    .all<{ id: string }>();
  for (const { id } of results) await deleteFiles(env, id);
}

async function deleteFiles({ DB, CVS }: Env, id: string): Promise<void> {
  const files = await CVS.list({ prefix: fileKey(id, 0).slice(0, -1) });
  await CVS.delete([cvKey(id), ...files.objects.map(({ key }) => key)]);
  await DB.prepare("DELETE FROM unclaimed_cvs WHERE id = ?").bind(id).run();
}

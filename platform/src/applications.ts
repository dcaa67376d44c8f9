import type { Env } from "./env";
import type { Application } from "./validation";
import { hex } from "./secrets";

/** The key of an application's CV in the bucket. */
export const cvKey = (id: string) => `cv/${id}`;

const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** The id of the position's application with this idempotency key; undefined if there is none. */
export async function idOfKey(
  { DB }: Env,
  positionUuid: string,
  key: string | undefined,
): Promise<string | undefined> {
  if (!key) return undefined;
  const id = await DB.prepare(
    "SELECT id FROM applications WHERE position_uuid = ? AND idempotency_key = ?",
  )
    .bind(positionUuid, key)
    .first<string>("id");
  return id ?? undefined;
}

/** Whether somebody with this phone number has applied to the position. */
export async function hasApplied({ DB }: Env, positionUuid: string, phone: string) {
  const found = await DB.prepare(
    "SELECT 1 AS found FROM applications WHERE position_uuid = ? AND phone = ?",
  )
    .bind(positionUuid, phone)
    .first("found");
  return found !== null;
}

/**
 * Stores an application with its CV, and returns whether it was stored. It is not if another one with
 * its key or its phone number came in at the same time: the table's unique constraints decide, and
 * nothing of this one is kept.
 *
 * The CV is stored first, the row last. If the Worker crashes in between, the key is still free, and
 * `unclaimed_cvs` has the CV's name, by which `sweep` deletes it.
 */
export async function store(
  env: Env,
  id: string,
  positionUuid: string,
  key: string | undefined,
  application: Application,
  cvName: string | undefined,
): Promise<boolean> {
  const { DB, CVS } = env;
  const { cv } = application;
  const now = new Date().toISOString();
  let sha256: string | null = null;
  if (cv) {
    await DB.prepare("INSERT INTO unclaimed_cvs (id, created_at) VALUES (?, ?)")
      .bind(id, now)
      .run();
    const bytes = await cv.arrayBuffer();
    sha256 = hex(await crypto.subtle.digest("SHA-256", bytes));
    await CVS.put(cvKey(id), bytes, {
      ...(cv.type ? { httpMetadata: { contentType: cv.type } } : {}),
      sha256,
    });
  }

  const [inserted] = await DB.batch([
    DB.prepare(
      `INSERT INTO applications (id, position_uuid, idempotency_key, first_name, last_name, phone,
         killer_questions, open_questions, cv_name, cv_type, cv_size, cv_sha256, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING RETURNING id`,
    ).bind(
      id,
      positionUuid,
      key ?? null,
      application.first_name,
      application.last_name,
      application.phone,
      JSON.stringify(application.killer_questions),
      JSON.stringify(application.open_questions),
      cv ? (cvName ?? cv.name) : null,
      cv ? cv.type : null,
      cv ? cv.size : null,
      sha256,
      now,
    ),
    DB.prepare("DELETE FROM unclaimed_cvs WHERE id IN (SELECT id FROM applications)"),
  ]);
  if (inserted?.results.length) return true;
  if (cv) await discard(env, id);
  return false;
}

/** Deletes the CVs of applications whose row was never stored. */
export async function sweep(env: Env): Promise<void> {
  const before = new Date(Date.now() - ABANDONED_AFTER_MS).toISOString();
  const { results } = await env.DB.prepare(
    "SELECT id FROM unclaimed_cvs WHERE created_at < ? LIMIT 20",
  )
    .bind(before)
    .all<{ id: string }>();
  for (const { id } of results) await discard(env, id);
}

async function discard({ DB, CVS }: Env, id: string): Promise<void> {
  await CVS.delete(cvKey(id));
  await DB.prepare("DELETE FROM unclaimed_cvs WHERE id = ?").bind(id).run();
}

import * as z from "zod";
import type { Env } from "../env";
import { writeLog } from "../desk-log";
import { IDLE_MS, SESSION_MS, hashSessionSecret } from "./session-rules";
import { companySubjects, type Person } from "./visitor";

const Session = z.object({ hash: z.string(), created_at: z.number(), seen_at: z.number() });

/** `isCurrent` marks the session of the request. */
export type Session = z.infer<typeof Session> & { isCurrent: boolean };

/** Lists the active sessions of a person's sign-in code or email address, last used first. */
export async function listSessions(
  { DB }: Env,
  { id, secret }: Person,
  now: number,
): Promise<Session[]> {
  const { results } = await DB.prepare(
    `SELECT hash, created_at, seen_at FROM desk_sessions
     WHERE ?1 IN (code_id, email) AND created_at > ?2 AND seen_at > ?3 ORDER BY seen_at DESC`,
  )
    .bind(id, now - SESSION_MS, now - IDLE_MS)
    .all();
  const currentHash = await hashSessionSecret(secret);
  return z
    .array(Session)
    .parse(results)
    .map((session) => ({ ...session, isCurrent: session.hash === currentHash }));
}

/** Ends one of a person's other sessions by its hash, or all other sessions if `hash` is `others`. */
export async function endSessions(env: Env, person: Person, hash: string): Promise<void> {
  const { id, secret, who, companies } = person;
  const { meta } = await env.DB.prepare(
    `DELETE FROM desk_sessions
     WHERE ?1 IN (code_id, email) AND hash <> ?2 AND ?3 IN (hash, 'others')`,
  )
    .bind(id, await hashSessionSecret(secret), hash)
    .run();
  if (meta.changes === 0) return;
  const action = meta.changes === 1 ? "ended" : "ended others";
  await writeLog(env, who, action, companySubjects(companies));
}

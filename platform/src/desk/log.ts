import type { Env } from "../env";
import { KNOWN_NETWORK_MS } from "./rate-limits";

/** Actions at the desk and through the admin interface. */
export type Action =
  | "in"
  | "out"
  | "ended"
  | "ended others"
  | "refused"
  | "opened"
  | "closed"
  | "read"
  | "downloaded"
  | "marked"
  | "noted"
  | "deleted"
  | "searched"
  | "exported"
  | "changed company"
  | "deleted company"
  | "changed jobs"
  | "deleted job"
  | "changed notifications"
  | "invited"
  | "revoked";

/** The object of an action. */
export interface Subject {
  /** Absent if the action is not limited to a known company. */
  client?: string;
  position?: string;
  application?: string;
  /** The number of affected applications or jobs. */
  count?: number;
}

const iso = (time: number) => new Date(time).toISOString();

/** How long log entries are stored, in ms. */
const LOG_MS = 365 * 24 * 60 * 60 * 1000;

/** How long an entry about reading an application stands for further reads by the same person, in ms. */
const READ_MS = 15 * 60 * 1000;

/**
 * Writes log entries. They contain no text from candidates, and no search terms. Within `READ_MS`, only a
 * person's first read of an application gets an entry, because changing an application shows it again.
 */
export async function writeLog(
  { DB }: Env,
  who: string,
  action: Action,
  subjects: readonly Subject[],
): Promise<void> {
  if (subjects.length === 0) return;
  const now = Date.now();
  await DB.prepare(
    `INSERT INTO desk_log (at, who, action, client_uuid, position_uuid, application_id, count)
     SELECT ?1, ?2, ?3, value ->> 'client', value ->> 'position', value ->> 'application',
       value ->> 'count' FROM json_each(?4)
     WHERE ?3 <> 'read' OR NOT EXISTS (
       SELECT 1 FROM desk_log l WHERE l.action = 'read' AND l.who = ?2
         AND l.application_id = value ->> 'application' AND l.at > ?5)`,
  )
    .bind(iso(now), who, action, JSON.stringify(subjects), iso(now - READ_MS))
    .run();
}

/** Deletes old log entries, known networks and sessions, and counters whose window has ended. */
export async function deleteOldRows(
  { DB }: Env,
  sessionsBefore: number,
  now: number,
): Promise<void> {
  await DB.batch([
    DB.prepare("DELETE FROM desk_log WHERE at < ?").bind(iso(now - LOG_MS)),
    DB.prepare("DELETE FROM desk_sessions WHERE created_at < ?").bind(sessionsBefore),
    DB.prepare("DELETE FROM desk_guesses WHERE ends_at < ?").bind(now),
    DB.prepare("DELETE FROM desk_networks WHERE signed_in_at <= ?").bind(now - KNOWN_NETWORK_MS),
  ]);
}

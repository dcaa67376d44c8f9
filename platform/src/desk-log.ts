import type { D1PreparedStatement } from "@cloudflare/workers-types";
import type { Env } from "./env";
import { KNOWN_NETWORK_MS } from "./rate-limits";

/** Actions at the desk and through the admin interface. */
export type Action =
  | "in"
  | "out"
  | "ended"
  | "ended others"
  | "refused"
  | "refused sign-in"
  | "opened"
  | "closed"
  | "read"
  | "downloaded"
  | "viewed"
  | "marked"
  | "noted"
  | "replied"
  | "changed replies"
  | "deleted"
  | "searched"
  | "exported"
  | "changed company"
  | "deleted company"
  | "changed jobs"
  | "deleted job"
  | "changed notifications"
  | "saved backup"
  | "restored backup"
  | "invited"
  | "revoked"
  | "drafted"
  | "discarded"
  | "published job"
  | "changed job"
  | "created company";

/** The records that an action affects. */
export interface Target {
  /** Absent if the action is not limited to a known company. */
  client?: string;
  position?: string;
  application?: string;
  /** The number of affected applications or jobs, or of attempts. */
  count?: number;
}

const iso = (time: number) => new Date(time).toISOString();

/** How long log entries are stored, in ms. */
const LOG_MS = 365 * 24 * 60 * 60 * 1000;

/** Repeated reads or refused sign-ins within this time share one entry, in ms. */
const REPEAT_MS = 15 * 60 * 1000;

/** SQL for a code's name in the log (`d` is its row). The id would reveal part of the code. */
export const CODE_NAME = "coalesce(nullif(d.name, ''), substr(d.created_at, 1, 10))";

/** Writes log entries. They contain no text from candidates, and no search terms. */
export async function writeLog(...args: Parameters<typeof logStatement>): Promise<void> {
  await logStatement(...args).run();
}

/** Returns the statement that writes log entries, for a batch with other statements. */
export const logStatement = (
  { DB }: Env,
  who: string,
  action: Action,
  targets: readonly Target[],
): D1PreparedStatement =>
  DB.prepare(
    `INSERT INTO desk_log (at, who, action, client_uuid, position_uuid, application_id, count)
     SELECT ?1, ?2, ?3, value ->> 'client', value ->> 'position', value ->> 'application',
       value ->> 'count' FROM json_each(?4)`,
  ).bind(iso(Date.now()), who, action, JSON.stringify(targets));

/**
 * Logs that a person read an application, at most once per `REPEAT_MS`, because each change shows the application
 * again. People are distinguished by id, because several can have the same name.
 */
export async function logRead(
  { DB }: Env,
  { id, who }: { id: string; who: string },
  { client, position, application }: Required<Omit<Target, "count">>,
): Promise<void> {
  const now = Date.now();
  const [at, before] = [iso(now), iso(now - REPEAT_MS)];
  await DB.batch([
    DB.prepare(
      `INSERT INTO desk_log (at, who, action, client_uuid, position_uuid, application_id)
       SELECT ?1, ?2, 'read', ?3, ?4, ?5 WHERE NOT EXISTS (
         SELECT 1 FROM desk_reads WHERE reader = ?6 AND application_id = ?5 AND at > ?7)`,
    ).bind(at, who, client, position, application, id, before),
    DB.prepare(
      `INSERT INTO desk_reads (reader, application_id, at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET at = excluded.at WHERE at <= ?`,
    ).bind(id, application, at, before),
  ]);
}

/** Counts a refused sign-in. Unknown ids are counted too, so that timing doesn't reveal which ids exist. */
export async function countRefusedSignIn({ DB }: Env, codeId: string, now: number): Promise<void> {
  const sql = `INSERT INTO desk_refusals (code_id, count, first_at) VALUES (?, 1, ?)
    ON CONFLICT DO UPDATE SET count = count + 1`;
  await DB.prepare(sql).bind(codeId, iso(now)).run();
}

/**
 * Logs refused sign-ins first counted at least `minAge` ms ago, for each company that the code can access, and
 * deletes these counts. Must not run in a visitor's request, because its work depends on which ids exist.
 */
export async function logRefusedSignIns(
  { DB }: Env,
  now: number,
  minAge = REPEAT_MS,
): Promise<void> {
  const before = iso(now - minAge);
  await DB.batch([
    DB.prepare(
      `INSERT INTO desk_log (at, who, action, client_uuid, count)
       SELECT r.first_at, ${CODE_NAME}, 'refused sign-in', c.uuid, r.count
       FROM desk_refusals r JOIN desk_codes d ON d.id = r.code_id
       JOIN clients c ON d.client_uuid IS NULL OR c.uuid = d.client_uuid WHERE r.first_at <= ?`,
    ).bind(before),
    DB.prepare("DELETE FROM desk_refusals WHERE first_at <= ?").bind(before),
  ]);
}

/** Returns statements that delete old log entries, reads, networks and sessions, and expired counters. */
export const deleteOldRowsStatements = (
  { DB }: Env,
  sessionsBefore: number,
  now: number,
): D1PreparedStatement[] => [
  DB.prepare("DELETE FROM desk_log WHERE at < ?").bind(iso(now - LOG_MS)),
  DB.prepare("DELETE FROM desk_reads WHERE at <= ?").bind(iso(now - REPEAT_MS)),
  DB.prepare("DELETE FROM desk_sessions WHERE created_at < ?").bind(sessionsBefore),
  DB.prepare("DELETE FROM desk_guesses WHERE ends_at < ?").bind(now),
  DB.prepare("DELETE FROM desk_networks WHERE signed_in_at <= ?").bind(now - KNOWN_NETWORK_MS),
];

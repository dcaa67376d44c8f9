import * as z from "zod";
import {
  jobFormSettings,
  jobFacts,
  type Company,
  type JobWithDescription,
  CompanyRow,
} from "~/contract/admin";
import { Refusal } from "~/contract/http";
import { deleteApplications } from "../deletion";
import type { Env } from "../env";
import { deletePictures } from "../pictures/store";
import { Client, Position } from "../store";
import { COMPANY_VERSION, POSITION_VERSION, withVersions } from "./versions";

/** Approximate maximum length of a JSON list of jobs in one statement. D1 accepts values of up to 2 MB. */
const CHUNK_CHARACTERS = 500_000;

/** Maximum number of applications to delete in one batch. */
const DELETE_BATCH = 200;

export async function list({ DB }: Env) {
  const { results } = await DB.prepare(
    `SELECT uuid, code, name, language_default, country,
       CASE WHEN instr(privacy_policy, '{{') > 0 THEN privacy_policy END AS unpublished_policy,
       '/' || code || '/' || uuid AS career_site,
       (SELECT count(*) FROM positions WHERE client_uuid = c.uuid AND status = 'open') AS open,
       (SELECT count(*) FROM positions WHERE client_uuid = c.uuid AND status = 'closed') AS closed,
       (SELECT count(*) FROM applications a JOIN positions p ON p.uuid = a.position_uuid
          WHERE p.client_uuid = c.uuid) AS applications,
       (SELECT '/' || c.code || '/' || slug || '/' || uuid FROM positions
          WHERE client_uuid = c.uuid AND status = 'open'
          ORDER BY published_at DESC, name, uuid LIMIT 1) AS position
     FROM clients c ORDER BY code, uuid`,
  ).all();
  return z.array(CompanyRow).parse(results);
}

const StoredCompany = Client.extend({ retention_months: z.number().nullable() });

/** The author of a change to a company or a job. `seen` is the revision that the author saw; by default, any. */
export interface Change {
  who: string;
  seen?: number;
}

export async function find({ DB }: Env, uuid: string) {
  const row = await DB.prepare("SELECT * FROM clients WHERE uuid = ?").bind(uuid).first();
  return row ? StoredCompany.parse(row) : undefined;
}

const toColumnText = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? null);

/** Returns the number of changes to a company, or undefined if the company is unknown. */
export const findRevision = ({ DB }: Env, uuid: string) =>
  DB.prepare("SELECT revision FROM clients WHERE uuid = ?")
    .bind(uuid)
    .first<number>("revision")
    .then((revision) => revision ?? undefined);

/**
 * Adds or replaces a company, but not its jobs.
 *
 * @returns false if the company's revision is not `seen`
 * @throws Refusal 409 if another company has the code
 */
export async function save(env: Env, company: Company, { who, seen }: Change): Promise<boolean> {
  const { DB } = env;
  const taken = await DB.prepare("SELECT 1 FROM clients WHERE code = ? AND uuid <> ?")
    .bind(company.code, company.uuid)
    .first();
  if (taken)
    throw new Refusal(409, `Another company has the code ${company.code}. Choose another.`);
  const columns = Object.keys(company);
  const set = columns.map((column) => `${column} = excluded.${column}`).join(", ");
  const values = columns.map((_, index) => `?${index + 1}`).join(", ");
  const upsert = DB.prepare(
    `INSERT INTO clients (${columns.join(", ")}) VALUES (${values})
     ON CONFLICT (uuid) DO UPDATE SET ${set}, revision = revision + 1
     WHERE ?${columns.length + 1} IS NULL OR revision = ?${columns.length + 1} RETURNING 1`,
  ).bind(
    ...Object.values(company).map((value) =>
      typeof value === "boolean" ? Number(value) : toColumnText(value),
    ),
    seen ?? null,
  );
  const { uuid } = company;
  const results = await DB.batch(withVersions(env, COMPANY_VERSION, uuid, [uuid], who, [upsert]));
  return results[1]?.results.length === 1;
}

const COLUMNS = [
  ...["uuid", "slug", "name", "description", "location", "country", "contract_type"],
  ...["join_date", "department", "published_at", "status", "candidate_criteria_structured"],
  ...["apply_site_questions", "asks", "facts"],
];

/** Lists a company's jobs, newest first, in the format of `saveJobs`. */
export async function listJobs({ DB }: Env, client: string) {
  const { results } = await DB.prepare(
    "SELECT * FROM positions WHERE client_uuid = ? ORDER BY published_at DESC, name, uuid",
  )
    .bind(client)
    .all();
  return z.array(Position).parse(results).map(toJob);
}

/** Finds a company's job, in the format of `saveJobs`, and its number of changes. */
export async function findJob({ DB }: Env, client: string, uuid: string) {
  const row = await DB.prepare("SELECT * FROM positions WHERE client_uuid = ? AND uuid = ?")
    .bind(client, uuid)
    .first();
  if (!row) return undefined;
  const { revision, ...position } = Position.extend({ revision: z.number() }).parse(row);
  return { revision, job: toJob(position) };
}

const toJob = ({ client_uuid: _, asks, facts, ...job }: Position) => ({
  ...job,
  ...asks,
  ...facts,
});

/** Counts a company's applications by job id. Jobs without applications are left out. */
export async function countApplications({ DB }: Env, client: string) {
  const { results } = await DB.prepare(
    `SELECT position_uuid AS uuid, count(*) AS count FROM applications
     WHERE position_uuid IN (SELECT uuid FROM positions WHERE client_uuid = ?) GROUP BY 1`,
  )
    .bind(client)
    .all<{ uuid: string; count: number }>();
  return Object.fromEntries(results.map(({ uuid, count }) => [uuid, count]));
}

/** Converts a job to a row, with the form settings in `asks` and the facts in `facts`. */
function toRow(job: JobWithDescription) {
  const row: Record<string, unknown> = {};
  const asks: Record<string, unknown> = {};
  const facts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(job)) {
    const part = name in jobFormSettings ? asks : name in jobFacts ? facts : row;
    part[name] = value;
  }
  return { ...row, asks, facts };
}

interface Changes {
  jobs: readonly JobWithDescription[];
  open?: readonly string[];
  close?: readonly string[];
}

/**
 * Adds, replaces, opens and closes jobs in one transaction.
 *
 * @returns false if a job's revision is not `seen`, so the job is not replaced
 * @throws Refusal 409 if a job's uuid belongs to another company, 404 if a job to open or close is unknown
 */
export async function saveJobs(
  env: Env,
  client: string,
  { jobs, open = [], close = [] }: Changes,
  { who, seen }: Change,
): Promise<boolean> {
  const { DB } = env;
  const ids = jobs.map(({ uuid }) => uuid);
  const taken = await DB.prepare(
    `SELECT uuid FROM positions
     WHERE client_uuid <> ?1 AND uuid IN (SELECT value FROM json_each(?2)) LIMIT 1`,
  )
    .bind(client, JSON.stringify(ids))
    .first<string>("uuid");
  if (taken !== null) throw new Refusal(409, `The id ${taken} belongs to another company's job.`);
  const switched = [...open, ...close];
  const known = await DB.prepare(
    `SELECT count(*) AS count FROM positions
     WHERE client_uuid = ?1 AND uuid IN (SELECT value FROM json_each(?2))`,
  )
    .bind(client, JSON.stringify(switched))
    .first<number>("count");
  if (known !== new Set(switched).size)
    throw new Refusal(404, "A job to open or close is unknown.");

  const column = (name: string) =>
    `value ${/^(cand|apply|asks|facts)/.test(name) ? "->" : "->>"} '${name}'`;
  const upsert = `INSERT INTO positions (client_uuid, ${COLUMNS.join(", ")})
    SELECT ?1, ${COLUMNS.map(column).join(", ")} FROM json_each(?2) WHERE true
    ON CONFLICT (uuid) DO UPDATE SET
      ${COLUMNS.slice(1)
        .map((name) => `${name} = excluded.${name}`)
        .join(", ")}, revision = revision + 1
    WHERE client_uuid = excluded.client_uuid AND (?3 IS NULL OR revision = ?3) RETURNING 1`;
  const setStatus = (status: string, uuids: readonly string[]) =>
    DB.prepare(
      `UPDATE positions SET status = ?1, revision = revision + 1
       WHERE client_uuid = ?2 AND uuid IN (SELECT value FROM json_each(?3))`,
    ).bind(status, client, JSON.stringify(uuids));
  const upserts = toChunks(jobs.map((job) => JSON.stringify(toRow(job)))).map((list) =>
    DB.prepare(upsert).bind(client, list, seen ?? null),
  );
  const results = await DB.batch([
    ...withVersions(env, POSITION_VERSION, client, ids, who, upserts),
    setStatus("open", open),
    setStatus("closed", close),
  ]);
  const saved = results.slice(1, upserts.length + 1).flatMap(({ results: rows }) => rows);
  return saved.length === new Set(ids).size;
}

/** Joins JSON items into JSON lists, each with up to about `CHUNK_CHARACTERS` characters. */
function toChunks(items: readonly string[]): string[] {
  const lists: string[][] = [];
  let size = Infinity;
  for (const item of items) {
    if (size + item.length > CHUNK_CHARACTERS) {
      lists.push([]);
      size = 0;
    }
    lists.at(-1)?.push(item);
    size += item.length;
  }
  return lists.map((list) => `[${list.join(",")}]`);
}

/**
 * Deletes a job with its applications.
 *
 * @returns the number of deleted applications; undefined if the company has no such job
 */
export async function removeJob(env: Env, client: string, job: string) {
  const { DB } = env;
  const found = await DB.prepare("SELECT 1 FROM positions WHERE client_uuid = ? AND uuid = ?")
    .bind(client, job)
    .first();
  if (!found) return undefined;
  const deleted = await removeApplications(env, "uuid = ?", job);
  const tables = ["drafts", "versions", "positions"];
  await DB.batch(
    tables.map((table) => DB.prepare(`DELETE FROM ${table} WHERE uuid = ?`).bind(job)),
  );
  return deleted;
}

/** Deletes a company with its jobs, applications, channels, desk access and log entries. */
export async function remove(env: Env, client: string): Promise<void> {
  const { DB } = env;
  await removeApplications(env, "client_uuid = ?", client);
  await deletePictures(env, client);
  const tables = ["channels", "desk_codes", "desk_people", "desk_log", "drafts", "versions"];
  tables.push("positions");
  await DB.batch([
    ...tables.map((table) => DB.prepare(`DELETE FROM ${table} WHERE client_uuid = ?`).bind(client)),
    DB.prepare("DELETE FROM clients WHERE uuid = ?").bind(client),
  ]);
}

async function removeApplications(env: Env, condition: string, value: string) {
  let deleted = 0;
  for (;;) {
    const { results } = await env.DB.prepare(
      `SELECT id FROM applications WHERE position_uuid IN (SELECT uuid FROM positions WHERE ${condition})
       LIMIT ${DELETE_BATCH}`,
    )
      .bind(value)
      .all<{ id: string }>();
    if (results.length === 0) return deleted;
    deleted += await deleteApplications(
      env,
      results.map(({ id }) => id),
    );
  }
}

/** Returns a code for a new company, with a number appended if another company has the wanted code. */
export async function findFreeCode({ DB }: Env, wanted: string): Promise<string> {
  const { results } = await DB.prepare(
    "SELECT code FROM clients WHERE code = ?1 OR substr(code, 1, length(?1) + 1) = ?1 || '-'",
  )
    .bind(wanted)
    .all<{ code: string }>();
  const taken = new Set(results.map(({ code }) => code));
  let code = wanted;
  for (let number = 2; taken.has(code); number += 1) code = `${wanted}-${number}`;
  return code;
}

// The versions and drafts of positions and companies' pages.
import type { D1PreparedStatement } from "@cloudflare/workers-types";
import * as z from "zod";
import type { Env } from "../env";

/** Number of stored versions of a position or company: the current one and ten earlier ones. */
const KEPT_VERSIONS = 11;

const JSON_COLUMNS =
  /^(?:candidate_criteria_structured|apply_site_questions|asks|facts|social_links|sections|texts)$/;

/** Sorts by time first, because versions restored from a backup get new numbers. */
const LATEST_FIRST = "v.at DESC, v.number DESC";

/** SQL for a JSON object of columns. D1 allows 32 arguments, which are 16 columns. */
const toJson = (columns: readonly string[]) =>
  `json_object(${columns.map((name) => `'${name}', ${JSON_COLUMNS.test(name) ? `json(${name})` : name}`).join(", ")})`;

interface Kind {
  table: "positions" | "clients";
  /** The columns of a version, which exclude the id, slug or code, and status. */
  columns: readonly string[];
}

export const POSITION_VERSION: Kind = {
  table: "positions",
  columns: [
    ...["name", "description", "location", "country", "contract_type", "join_date", "department"],
    ...["published_at", "candidate_criteria_structured", "apply_site_questions", "asks", "facts"],
  ],
};

export const COMPANY_VERSION: Kind = {
  table: "clients",
  columns: [
    ...["name", "description", "apply_page_css", "apply_page_js", "logo", "main_image", "favicon"],
    ...["privacy_policy", "language_default", "country", "is_cv_required", "social_links"],
    ...["next_steps", "sections", "retention_months", "texts"],
  ],
};

/**
 * Wraps statements that change a company's rows, so that each changed row gets a new version. A row without versions
 * first gets a version with its current contents.
 *
 * @param uuids of the positions, or of the company
 */
export function withVersions(
  { DB }: Env,
  { table, columns }: Kind,
  client: string,
  uuids: readonly string[],
  who: string,
  changes: readonly D1PreparedStatement[],
): D1PreparedStatement[] {
  const owner = table === "positions" ? "client_uuid" : "uuid";
  const insert = (by: string, condition: string) =>
    DB.prepare(
      `INSERT INTO versions (uuid, client_uuid, content, who, at)
       SELECT p.uuid, ?1, ${toJson(columns)}, ?3, ?4 FROM ${table} p
       WHERE p.${owner} = ?1 AND p.uuid IN (SELECT value FROM json_each(?2)) AND ${condition}`,
    ).bind(client, JSON.stringify(uuids), by, new Date().toISOString());
  const latest = `(SELECT v.content FROM versions v WHERE v.uuid = p.uuid ORDER BY ${LATEST_FIRST} LIMIT 1)`;
  return [
    insert("", `${latest} IS NULL`),
    ...changes,
    insert(who, `${latest} IS NOT ${toJson(columns)}`),
    DB.prepare(
      `DELETE FROM versions WHERE client_uuid = ?1 AND uuid IN (SELECT value FROM json_each(?2))
       AND number NOT IN (SELECT v.number FROM versions v WHERE v.uuid = versions.uuid
         ORDER BY ${LATEST_FIRST} LIMIT ${KEPT_VERSIONS})`,
    ).bind(client, JSON.stringify(uuids)),
  ];
}

const VersionRow = z.object({ number: z.number(), who: z.string(), at: z.string() });
export type VersionRow = z.infer<typeof VersionRow>;

/** Lists the versions of a company's position or page, latest first. */
export async function listVersions({ DB }: Env, client: string, uuid: string) {
  const { results } = await DB.prepare(
    `SELECT number, who, at FROM versions v WHERE client_uuid = ? AND uuid = ? ORDER BY ${LATEST_FIRST}`,
  )
    .bind(client, uuid)
    .all();
  return z.array(VersionRow).parse(results);
}

/** Reads a version's columns, with JSON columns parsed. */
export async function findVersion({ DB }: Env, client: string, uuid: string, number: number) {
  const row = await DB.prepare(
    "SELECT content, who, at FROM versions WHERE client_uuid = ? AND uuid = ? AND number = ?",
  )
    .bind(client, uuid, number)
    .first();
  if (!row) return undefined;
  const { content, ...rest } = VersionRow.omit({ number: true })
    .extend({ content: z.string() })
    .parse(row);
  return { ...rest, columns: z.record(z.string(), z.unknown()).parse(JSON.parse(content)) };
}

const DraftRow = z.object({
  client_uuid: z.string(),
  content: z.string().transform((text): unknown => JSON.parse(text)),
  /** The revision of the published position or page that the draft changes; 0 if there is none. */
  base: z.number(),
  revision: z.number(),
  who: z.string(),
  at: z.string(),
});
export type Draft = z.infer<typeof DraftRow>;

export async function findDraft({ DB }: Env, uuid: string): Promise<Draft | undefined> {
  const row = await DB.prepare("SELECT * FROM drafts WHERE uuid = ?").bind(uuid).first();
  return row ? DraftRow.parse(row) : undefined;
}

/**
 * Saves a draft over the revision that its editor saw (0: none).
 *
 * @returns false if someone else has saved or discarded the draft in the meantime
 */
export async function saveDraft(
  { DB }: Env,
  client: string,
  uuid: string,
  { content, base, seen, who }: { content: unknown; base: number; seen: number; who: string },
): Promise<boolean> {
  const at = new Date().toISOString();
  const values = [uuid, client, JSON.stringify(content), base, who, at] as const;
  const statement =
    seen === 0
      ? DB.prepare(
          `INSERT INTO drafts (uuid, client_uuid, content, base, revision, who, at)
           VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6) ON CONFLICT DO NOTHING RETURNING 1`,
        ).bind(...values)
      : DB.prepare(
          `UPDATE drafts SET content = ?3, base = ?4, revision = revision + 1, who = ?5, at = ?6
           WHERE uuid = ?1 AND client_uuid = ?2 AND revision = ?7 RETURNING 1`,
        ).bind(...values, seen);
  return (await statement.all()).results.length > 0;
}

export async function deleteDraft({ DB }: Env, client: string, uuid: string): Promise<boolean> {
  const { results } = await DB.prepare(
    "DELETE FROM drafts WHERE client_uuid = ? AND uuid = ? RETURNING 1",
  )
    .bind(client, uuid)
    .all();
  return results.length > 0;
}

import * as z from "zod";
import { facts } from "~/contract/facts";
import { formSettings } from "~/contract/fields";
import * as contract from "~/contract/position";
import { applyClosingDate } from "./closing";
import type { Env } from "./env";

const Json = z.string().transform((text): unknown => JSON.parse(text));

/** A position's fields and form settings. Its questions are in a separate column. */
export const Asks = z.object({ fields: contract.Position.shape.fields, ...formSettings });
export type Asks = z.infer<typeof Asks>;

export const Client = z.object({
  uuid: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  apply_page_css: z.string(),
  apply_page_js: z.string(),
  logo: z.string().nullable(),
  main_image: z.string().nullable(),
  favicon: z.string().nullable(),
  privacy_policy: z.string(),
  language_default: z.string(),
  country: z.string().nullable(),
  is_cv_required: z.number().transform(Boolean),
  social_links: Json,
  next_steps: z.string().nullable(),
  sections: Json,
  texts: Json,
});

export const Position = z.object({
  uuid: z.string(),
  client_uuid: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  location: z.string(),
  country: z.string().nullable(),
  contract_type: z.string().nullable(),
  join_date: z.string().nullable(),
  department: z.string().nullable(),
  published_at: z.string().nullable(),
  status: contract.Position.shape.status.unwrap(),
  candidate_criteria_structured: Json,
  apply_site_questions: Json,
  asks: Json.pipe(Asks),
  facts: Json.pipe(z.object(facts)),
});

export type Client = z.infer<typeof Client>;
export type Position = z.infer<typeof Position>;

export const selectClient = ({ DB }: Env, uuid: string) =>
  DB.prepare("SELECT * FROM clients WHERE uuid = ?").bind(uuid);

export async function findClient(env: Env, uuid: string): Promise<Client | undefined> {
  const row = await selectClient(env, uuid).first();
  return row ? Client.parse(row) : undefined;
}

export const selectPosition = ({ DB }: Env, uuid: string) =>
  DB.prepare("SELECT * FROM positions WHERE uuid = ?").bind(uuid);

/** Parses a position's row. Takes its closing date into account. */
export const parsePosition = (row: unknown): Position => applyClosingDate(Position.parse(row));

/** Finds a position, open or closed. */
export async function findPosition(env: Env, uuid: string): Promise<Position | undefined> {
  const row = await selectPosition(env, uuid).first();
  return row ? parsePosition(row) : undefined;
}

export async function listOpenPositions({ DB }: Env, clientUuid: string): Promise<Position[]> {
  const { results } = await DB.prepare(
    `SELECT * FROM positions WHERE client_uuid = ? AND status = 'open' ORDER BY uuid`,
  )
    .bind(clientUuid)
    .all();
  return z
    .array(Position)
    .parse(results)
    .map((position) => applyClosingDate(position))
    .filter(({ status }) => status === "open");
}

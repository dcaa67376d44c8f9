import * as z from "zod";
import { deleteApplications } from "./deletion";
import type { Env } from "./env";

/** Maximum number of deletions per run. The next run continues. */
const MAX_DELETIONS = 200;

const DAY = 24 * 60 * 60 * 1000;

/** Returns the last day of a month. January is 0. Months below 0 and above 11 roll over into other years. */
const lastDay = (year: number, month: number) =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * Returns the ISO date before which all applications are past their retention period at `now` (ms since 1970).
 *
 * A retention period ends on the same day of the month, in UTC. With six months, an application of 15 January
 * is stored until the end of 15 July. If a month has no such day, its last day counts: six months from
 * 31 August end on 28 or 29 February.
 */
export function retentionCutoff(now: number, months: number): string {
  // Find the latest arrival with a retention period that ends on the last full day.
  const lastFullDay = new Date(now - DAY);
  const [year, month, day] = [
    lastFullDay.getUTCFullYear(),
    lastFullDay.getUTCMonth(),
    lastFullDay.getUTCDate(),
  ];
  const last = lastDay(year, month - months);
  const isLast = day === lastDay(year, month);
  const arrival = isLast ? last : Math.min(day, last);
  return new Date(Date.UTC(year, month - months, arrival + 1)).toISOString();
}

const Retentions = z.array(z.object({ client: z.string(), months: z.number() }));
const Ids = z.array(z.object({ id: z.string() }));

/** Deletes up to `MAX_DELETIONS` applications that are past their company's retention period. */
export async function deleteExpiredApplications(env: Env, now: number): Promise<void> {
  const { DB } = env;
  const { results: clients } = await DB.prepare(
    `SELECT uuid AS client, retention_months AS months FROM clients
     WHERE retention_months IS NOT NULL`,
  ).all();
  const ends = Retentions.parse(clients).map(({ client, months }) => ({
    client,
    end: retentionCutoff(now, months),
  }));
  const latest = ends.reduce((most, { end }) => (end > most ? end : most), "");
  const { results } = await DB.prepare(
    `SELECT a.id FROM applications a JOIN positions p ON p.uuid = a.position_uuid
       JOIN json_each(?1) keeping ON keeping.value ->> 'client' = p.client_uuid
     WHERE a.created_at < ?2 AND a.created_at < keeping.value ->> 'end'
     ORDER BY a.created_at LIMIT ?3`,
  )
    .bind(JSON.stringify(ends), latest, MAX_DELETIONS)
    .all();
  const deleted = await deleteApplications(
    env,
    Ids.parse(results).map(({ id }) => id),
    now,
  );
  if (deleted > 0) console.log(`Retention: applications deleted: ${deleted}`);
}

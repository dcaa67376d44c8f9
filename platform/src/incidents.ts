import { json } from "~/contract/http";
import type { Incident } from "~/contract/incidents";
import { HEADERS } from "~/contract/lists";
import { sameSecret } from "~/contract/secret";
import type { Env } from "./env";

/** D1's limit on the paid plan. */
const DEFAULT_MAX_MB = 10_000;

/** Percentage of its limit at which the database becomes an incident. */
const FULL_PERCENT = 80;

/** A notification that failed this often has waited for more than half an hour. */
const MIN_ATTEMPTS = 3;

/** Returns incidents to the site, which alerts its operator. */
export async function getIncidents(request: Request, env: Env): Promise<Response> {
  const { API_KEY = "" } = env;
  const given = request.headers.get(HEADERS.apiKey) ?? "";
  if (API_KEY === "" || !(await sameSecret(given, API_KEY))) return json({}, 401);
  return json({ incidents: await findIncidents(env) });
}

async function findIncidents({ DB, DATABASE_MAX_MB }: Env): Promise<Incident[]> {
  const { results, meta } = await DB.prepare(
    `SELECT c.code, h.kind, h.last_result AS result FROM channels h JOIN clients c ON c.uuid = h.client_uuid
     WHERE h.last_result <> 'delivered' AND (
       SELECT coalesce(max(n.attempts), ?1) FROM notifications n WHERE n.channel_id = h.id) >= ?1
     ORDER BY c.code, h.kind, h.address LIMIT 20`,
  )
    .bind(MIN_ATTEMPTS)
    .all<{ code: string; kind: string; result: string }>();
  const channels = new Set(results.map(({ code, kind, result }) => `${code}, ${kind}: ${result}`));
  const bytes = Number(DATABASE_MAX_MB ?? DEFAULT_MAX_MB) * 1_000_000;
  const percent = Math.floor((100 * meta.size_after) / bytes);
  return [
    ...(percent >= FULL_PERCENT
      ? [{ kind: "database", subject: "", count: percent } as const]
      : []),
    ...[...channels].map((subject) => ({ kind: "channel", subject, count: 1 }) as const),
  ];
}

import type { D1PreparedStatement } from "@cloudflare/workers-types";
import * as z from "zod";
import { CHANNEL_KINDS } from "~/contract/admin-access";
import { formatFailure, type Failure } from "../email/failure";
import { sendEmail } from "../email/mailer";
import { stateStatement } from "../email/state";
import type { Env } from "../env";
import { composeEmail } from "./email";
import { hourlyDigest, MAX_ATTEMPTS, nextAttemptAt } from "./schedule";
import { createBody, callWebhook, findWebhookAddressError } from "./webhook";

/**
 * Maximum attempts per run. A run needs 3 D1 queries, and 2 subrequests per attempt. The free plan allows 50, and
 * confirmations need up to 18.
 */
const MAX_PER_RUN = 12;

/** Maximum attempts per run for one channel, so that a failing receiver does not delay the others. */
const MAX_PER_CHANNEL = 3;

/** Maximum number of concurrent attempts. Workers allow six open connections. */
const MAX_CONNECTIONS = 5;

const TIMEOUT_MS = 10_000;

/** Maximum number of applications that a notification names. It counts all of them. */
const MAX_NAMED = 100;

const iso = (time: number) => new Date(time).toISOString();

/**
 * Returns a statement that queues a notification for each channel of a company, if the application is stored.
 * The caller runs the statement in the transaction that stores the application.
 */
export function notificationStatement(
  { DB }: Env,
  application: { id: string; position: string; client: string },
  now: number,
): D1PreparedStatement {
  const { hour, due } = hourlyDigest(now);
  const path = `$."${application.position}"`;
  return DB.prepare(
    `INSERT INTO notifications (id, channel_id, counts, applications, gathers, due_at, created_at)
     SELECT 'msg_' || lower(hex(randomblob(16))), id, json_set('{}', ?1, 1), json_array(?6),
       iif(digest = 'hourly', ?2, 'now'), iif(digest = 'hourly', ?3, ?4), ?4
     FROM channels
     WHERE client_uuid = ?5 AND EXISTS (SELECT 1 FROM applications WHERE id = ?6)
     ON CONFLICT (channel_id, gathers)
     DO UPDATE SET counts = json_set(counts, ?1, coalesce(json_extract(counts, ?1), 0) + 1),
       applications = iif(json_array_length(applications) < ${MAX_NAMED},
         json_insert(applications, '$[#]', ?6), applications)`,
  ).bind(path, hour, iso(due), iso(now), application.client, application.id);
}

const Due = z.array(
  z.object({
    id: z.string(),
    attempts: z.number(),
    created_at: z.string(),
    channel: z.string(),
    kind: z.enum(CHANNEL_KINDS),
    address: z.string(),
    secret: z.string().nullable(),
    client: z.string(),
    company: z.string(),
    language: z.string(),
  }),
);

const Claimed = z.array(
  z.object({
    id: z.string(),
    counts: z
      .string()
      .transform((text) => z.record(z.string(), z.number()).parse(JSON.parse(text))),
    applications: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  }),
);

const Names = z.array(z.object({ uuid: z.string(), name: z.string() }));

const Applications = z.array(z.object({ id: z.string(), position: z.string() }));

type Notification = z.infer<typeof Due>[number] & {
  positions: { uuid: string; name: string; count: number }[];
  /** Up to `MAX_NAMED` of the applications. Leaves out those that have been deleted. */
  applications: z.infer<typeof Applications>;
};

/**
 * Sends up to `MAX_PER_RUN` notifications that are due at `now` (ms since 1970), for one company or for all.
 * Concurrent runs do not send a notification twice, because claiming a notification postpones its next attempt.
 */
export async function sendDueNotifications(env: Env, now: number, client?: string): Promise<void> {
  const due = await findDue(env, now, client);
  const claimed = await claim(env, due, now);
  for (let from = 0; from < claimed.length; from += MAX_CONNECTIONS) {
    const some = claimed.slice(from, from + MAX_CONNECTIONS);
    await Promise.all(some.map((notification) => attemptDelivery(env, notification, now)));
  }
}

async function findDue({ DB }: Env, now: number, client: string | undefined) {
  const { results } = await DB.prepare(
    `SELECT * FROM (
       SELECT n.id, n.attempts, n.created_at, n.due_at, h.id AS channel, h.kind, h.address, h.secret,
         c.uuid AS client, c.name AS company, c.language_default AS language,
         row_number() OVER (PARTITION BY h.id ORDER BY n.due_at, n.id) AS place
       FROM notifications n JOIN channels h ON h.id = n.channel_id
       JOIN clients c ON c.uuid = h.client_uuid
       WHERE n.due_at <= ?1 AND (?2 IS NULL OR c.uuid = ?2))
     WHERE place <= ?3 ORDER BY place, due_at LIMIT ?4`,
  )
    .bind(iso(now), client ?? null, MAX_PER_CHANNEL, MAX_PER_RUN)
    .all();
  return Due.parse(results);
}

/** Claims and returns the due notifications that no other run has claimed. */
async function claim({ DB }: Env, due: z.infer<typeof Due>, now: number): Promise<Notification[]> {
  if (due.length === 0) return [];
  const retries = due.map(({ id, attempts }) => ({ id, next: iso(nextAttemptAt(attempts, now)) }));
  const { results } = await DB.prepare(
    `UPDATE notifications SET attempts = attempts + 1, gathers = NULL,
       due_at = (SELECT value ->> 'next' FROM json_each(?1) WHERE value ->> 'id' = notifications.id)
     WHERE due_at <= ?2 AND id IN (SELECT value ->> 'id' FROM json_each(?1))
     RETURNING id, counts, applications`,
  )
    .bind(JSON.stringify(retries), iso(now))
    .all();
  const claimed = Claimed.parse(results);
  const uuids = claimed.flatMap(({ counts }) => Object.keys(counts));
  const ids = claimed.flatMap(({ applications }) => applications);
  const [named, stored] = await DB.batch([
    DB.prepare(
      "SELECT uuid, name FROM positions WHERE uuid IN (SELECT value FROM json_each(?))",
    ).bind(JSON.stringify(uuids)),
    DB.prepare(
      `SELECT id, position_uuid AS position FROM applications
       WHERE id IN (SELECT value FROM json_each(?)) ORDER BY number`,
    ).bind(JSON.stringify(ids)),
  ]);
  const names = new Map(Names.parse(named?.results).map(({ uuid, name }) => [uuid, name]));
  const existing = Applications.parse(stored?.results);
  const claimedById = new Map(claimed.map((notification) => [notification.id, notification]));
  return due.flatMap((notification) => {
    const found = claimedById.get(notification.id);
    if (!found) return [];
    const { counts } = found;
    const applications = existing.filter(({ id }) => found.applications.includes(id));
    const positions = Object.entries(counts).map(([uuid, count]) => ({
      uuid,
      name: names.get(uuid) ?? "",
      count,
    }));
    return [{ ...notification, positions, applications }];
  });
}

async function attemptDelivery(env: Env, notification: Notification, now: number): Promise<void> {
  const { id, channel, kind, client, attempts } = notification;
  // If the Worker stopped during the last attempt, a later run deletes the notification.
  const result: string | Failure | undefined =
    attempts >= MAX_ATTEMPTS ? "given up" : await send(env, notification, now);
  const error = typeof result === "object" ? formatFailure(result) : result;
  const isOver = error === undefined || attempts + 1 >= MAX_ATTEMPTS;
  if (error !== undefined && isOver) {
    console.error(
      `Gave up on a notification of new applications: client ${client}, ${kind}, ${error}`,
    );
  }
  await env.DB.batch([
    ...(isOver ? [env.DB.prepare("DELETE FROM notifications WHERE id = ?").bind(id)] : []),
    env.DB.prepare("UPDATE channels SET last_at = ?, last_result = ? WHERE id = ?").bind(
      iso(now),
      error ?? "delivered",
      channel,
    ),
    ...(kind === "email" && typeof result !== "string" ? stateStatement(env, result, now) : []),
  ]);
}

/** Returns why an attempt failed, without personal data. */
function send(
  env: Env,
  notification: Notification,
  now: number,
): Promise<string | Failure | undefined> {
  if (notification.kind === "webhook") return sendByWebhook(env, notification, now);
  const { id, address, client, language, positions, applications } = notification;
  const email = composeEmail(language, positions, applications, env.DESK_URL);
  return sendEmail(env, { id, client, to: address, ...email });
}

async function sendByWebhook(
  env: Env,
  { id, address, secret, created_at: at, ...notification }: Notification,
  now: number,
): Promise<string | undefined> {
  if (findWebhookAddressError(address) !== undefined || secret === null) return "wrong address";
  const body = createBody({ ...notification, at, desk: env.DESK_URL });
  const call = { address, secret, id, now, body, timeoutMs: webhookTimeout(env) };
  try {
    const status = await callWebhook(call);
    return status < 200 || status > 299 ? `answer ${String(status)}` : undefined;
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    return name === "TimeoutError" ? "no answer in time" : `no answer (${name})`;
  }
}

/** Returns a webhook's time limit, in ms. */
export function webhookTimeout({
  WEBHOOK_TIMEOUT_MS: set,
}: Pick<Env, "WEBHOOK_TIMEOUT_MS">): number {
  if (set === undefined || /^[1-9]\d{0,5}$/.test(set)) return Number(set ?? TIMEOUT_MS);
  console.error(`WEBHOOK_TIMEOUT_MS must be a number of ms from 1 to 999999. Using ${TIMEOUT_MS}.`);
  return TIMEOUT_MS;
}

import { z } from "zod";
import { requireSettings, sendEmail } from "../email/mailer";
import { formatFailure, toStored, type Failure } from "../email/failure";
import { parseState, selectState, stateStatement } from "../email/state";
import type { Env } from "../env";
import { MAX_ATTEMPTS, nextAttemptAt } from "../notifications/schedule";
import { composeConfirmation } from "./compose";
import { ConfirmedApplication, toConfirmation } from "./confirmed-application";

/** Maximum attempts per run. A run needs 2 D1 queries, and 2 subrequests per attempt. The free plan allows 50. */
const MAX_PER_RUN = 8;

/** Maximum attempts per run for one company, so that a company with many applications does not delay the others. */
const MAX_PER_CLIENT = 4;

const MAX_CONNECTIONS = 4;

/** While no email can be sent, one is tried after this time, in ms. Wrong passwords can lock an account. */
const PROBE_MS = 60_000;

/** Maximum number of emails to a mailbox per day. More wait, because somebody may enter another person's address. */
const MAX_PER_MAILBOX = 10;

/** Default of `EMAILS_PER_HOUR`: the maximum number of confirmations per company and hour. More wait. */
const PER_HOUR = 200;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** After this time a confirmation that still waits is given up, in ms. */
const GIVE_UP_MS = 4 * DAY;

const iso = (time: number) => new Date(time).toISOString();

const Due = ConfirmedApplication.extend({
  id: z.string(),
  application: z.string(),
  client: z.string(),
  address: z.string(),
  attempts: z.number(),
});

type Due = z.infer<typeof Due>;

/**
 * Sends up to `MAX_PER_RUN` confirmations that are due at `now` (ms since 1970). Concurrent runs do not send a
 * confirmation twice, because claiming it postpones its next attempt. If the Worker stops during an attempt, the
 * confirmation is sent again later, with the same `Message-ID`.
 */
export async function sendDueConfirmations(env: Env, now: number): Promise<void> {
  // Nothing is attempted with invalid settings, so that confirmations wait until they are corrected.
  if ("reason" in requireSettings(env)) return;
  const { failing, due } = await findDue(env, now);
  if (due.length === 0) return;
  if (failing && Date.parse(failing.at) > now - PROBE_MS) return;
  const claimed = await claim(env, failing ? due.slice(0, 1) : due, now);
  for (let from = 0; from < claimed.length; from += MAX_CONNECTIONS) {
    const some = claimed.slice(from, from + MAX_CONNECTIONS);
    await Promise.all(some.map((one) => attempt(env, one, now, failing !== undefined)));
  }
}

async function findDue({ DB, EMAILS_PER_HOUR }: Env, now: number) {
  const [state, rows] = await DB.batch([
    selectState({ DB } as Env),
    DB.prepare(
      `SELECT n.id, n.application_id AS application, n.client_uuid AS client, n.address, n.attempts, n.language,
         n.receipt, n.receipt_until, a.first_name, a.phone, a.cv_name, a.fields, a.files, a.killer_questions,
         a.open_questions, a.created_at, p.uuid AS position_uuid, p.name AS position, p.slug, p.asks,
         c.name AS company, c.code, c.language_default AS company_language, c.next_steps
       FROM (
         SELECT *, row_number() OVER (PARTITION BY client_uuid ORDER BY due_at, id) AS place
         FROM confirmations d
         WHERE due_at <= ?1 AND created_at > ?6 AND (
           SELECT count(*) FROM confirmations o
           WHERE o.mailbox = d.mailbox AND o.tried_at > ?2 AND o.id <> d.id) < ${MAX_PER_MAILBOX}
       ) n JOIN applications a ON a.id = n.application_id
       JOIN positions p ON p.uuid = n.position_uuid JOIN clients c ON c.uuid = n.client_uuid
       WHERE n.place <= ?3 AND n.place + (
         SELECT count(*) FROM confirmations o WHERE o.client_uuid = n.client_uuid AND o.tried_at > ?4) <= ?5
       ORDER BY n.place, n.due_at LIMIT ${MAX_PER_RUN}`,
    ).bind(
      ...[iso(now), iso(now - DAY), MAX_PER_CLIENT, iso(now - HOUR), perHour(EMAILS_PER_HOUR)],
      iso(now - GIVE_UP_MS),
    ),
  ]);
  return {
    failing: parseState(state?.results[0]).failing,
    due: z.array(Due).parse(rows?.results ?? []),
  };
}

/** Returns the maximum number of confirmations per company and hour. */
function perHour(set: string | undefined): number {
  if (set === undefined) return PER_HOUR;
  if (/^[1-9]\d{0,5}$/.test(set)) return Number(set);
  console.error(`EMAILS_PER_HOUR must be a number from 1 to 999999. Using ${PER_HOUR}.`);
  return PER_HOUR;
}

/** Claims and returns the due confirmations that no other run has claimed. */
async function claim({ DB }: Env, due: Due[], now: number): Promise<Due[]> {
  const retries = due.map(({ id, attempts }) => ({ id, next: iso(nextAttemptAt(attempts, now)) }));
  const { results } = await DB.prepare(
    `UPDATE confirmations SET attempts = attempts + 1, tried_at = ?2, result = NULL,
       due_at = (SELECT value ->> 'next' FROM json_each(?1) WHERE value ->> 'id' = confirmations.id)
     WHERE due_at <= ?2 AND id IN (SELECT value ->> 'id' FROM json_each(?1)) RETURNING id`,
  )
    .bind(JSON.stringify(retries), iso(now))
    .all<{ id: string }>();
  const ids = new Set(results.map(({ id }) => id));
  return due.filter(({ id }) => ids.has(id));
}

async function attempt(env: Env, due: Due, now: number, wasFailing: boolean): Promise<void> {
  const { id, application, client, address, attempts } = due;
  const failure = await sendEmail(env, {
    ...{ id, application, client, to: address, fromName: due.company },
    ...composeConfirmation(toConfirmation(env, due)),
  });
  const isLast = attempts + 1 >= MAX_ATTEMPTS;
  if (failure && (failure.isFinal || isLast)) {
    console.error(`A confirmation was not sent: client ${client}, ${formatFailure(failure)}`);
  }
  const state = resultingState(failure, isLast);
  await env.DB.batch([
    env.DB.prepare(
      `UPDATE confirmations SET state = ?2, result = ?3, due_at = iif(?2 = 'waiting', due_at, NULL) WHERE id = ?1`,
    ).bind(id, state, failure ? toStored(failure) : "sent"),
    ...stateStatement(env, failure, now),
    ...(wasFailing && failure === undefined ? [retryAllStatement(env, now)] : []),
  ]);
}

function resultingState(failure: Failure | undefined, isLast: boolean) {
  if (failure === undefined) return "sent";
  if (failure.isFinal) return "refused";
  return isLast ? "given up" : "waiting";
}

/** Makes all confirmations due that wait for another attempt. Leaves out those that are being sent. */
const retryAllStatement = ({ DB }: Env, now: number) =>
  DB.prepare("UPDATE confirmations SET due_at = ?1 WHERE due_at > ?1 AND result IS NOT NULL").bind(
    iso(now),
  );

/** Gives up confirmations that are too late to be useful. */
export async function giveUpOldConfirmations({ DB }: Env, now: number): Promise<void> {
  const { meta } = await DB.prepare(
    `UPDATE confirmations SET state = 'given up', result = coalesce(result, 'later'), due_at = NULL
     WHERE due_at IS NOT NULL AND created_at < ?`,
  )
    .bind(iso(now - GIVE_UP_MS))
    .run();
  if (meta.changes > 0) console.error(`Confirmations given up: ${meta.changes}`);
}

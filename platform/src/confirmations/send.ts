import * as z from "zod";
import { requireSettings, sendEmail } from "../email/mailer";
import { formatFailure, toStored, type Failure } from "../email/failure";
import { parseState, selectState, stateStatement } from "../email/state";
import type { Env } from "../env";
import { MAX_ATTEMPTS, nextAttemptAt } from "../notifications/schedule";
import { composeConfirmation } from "./compose";
import { ConfirmedApplication, toConfirmation } from "./confirmed-application";

/**
 * Maximum attempts per run. A run needs 4 D1 queries, plus 3 queries and a subrequest per attempt. The free plan
 * allows 50.
 */
const MAX_PER_RUN = 8;

/** Maximum attempts per run for one company, so that a company with many applications does not delay the others. */
const MAX_PER_CLIENT = 4;

const MAX_CONNECTIONS = 4;

/** Delay before another attempt while no email can be sent, in ms. Wrong passwords can lock an account. */
const PROBE_MS = 60_000;

/**
 * Maximum number of emails to a mailbox per day. Additional emails wait, because someone may enter another person's
 * address. Confirmations do not count towards the limit for replies: a stranger who applies with the address must not
 * delay a company's reply.
 */
const MAX_PER_MAILBOX = 10;

/**
 * Default of `EMAILS_PER_HOUR`: the maximum number of emails to candidates per company and hour. Other emails wait.
 */
const PER_HOUR = 200;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Time after which a waiting email is given up, in ms. */
const GIVE_UP_MS = 4 * DAY;

const iso = (time: number) => new Date(time).toISOString();

/** The tables with emails to candidates. */
const SOURCES = ["replies", "confirmations"] as const;

const Due = ConfirmedApplication.extend({
  source: z.enum(SOURCES),
  id: z.string(),
  application: z.string(),
  client: z.string(),
  address: z.string(),
  attempts: z.number(),
  /** Null for confirmations. */
  subject: z.string().nullable(),
  text: z.string().nullable(),
  reply_to: z.string().nullable(),
});

type Due = z.infer<typeof Due>;

/**
 * Sends up to `MAX_PER_RUN` confirmations and replies that are due at `now` (ms since 1970). Concurrent runs do not
 * send an email twice, because claiming it postpones its next attempt. If the Worker stops during an attempt, the
 * email is sent again later, with the same `Message-ID`.
 */
export async function sendDueEmails(env: Env, now: number): Promise<void> {
  // Nothing is attempted with invalid settings, so that emails wait until the settings are corrected.
  if ("reason" in requireSettings(env)) return;
  const { failing, due } = await findDue(env, now);
  if (due.length === 0) return;
  if (failing && Date.parse(failing.at) > now - PROBE_MS) return;
  const claimed = await claim(env, failing ? due.slice(0, 1) : due, now);
  for (let from = 0; from < claimed.length; from += MAX_CONNECTIONS) {
    const some = claimed.slice(from, from + MAX_CONNECTIONS);
    await Promise.all(some.map((email) => attempt(env, email, now, failing !== undefined)));
  }
}

const QUEUED = "id, application_id, client_uuid, address, mailbox, attempts, due_at, created_at";

const QUEUE = `SELECT 'replies' AS source, ${QUEUED}, subject, text, reply_to, '' AS language, NULL AS receipt,
    '' AS receipt_until FROM replies
  UNION ALL SELECT 'confirmations', ${QUEUED}, NULL, NULL, NULL, language, receipt, receipt_until FROM confirmations`;

/** SQL for the number of tried emails that meet a condition. */
const countTried = (condition: string, sources: readonly string[] = SOURCES) =>
  sources.map((source) => `(SELECT count(*) FROM ${source} o WHERE ${condition})`).join(" + ");

const TO_MAILBOX = "o.mailbox = d.mailbox AND o.tried_at > ?2 AND o.id <> d.id";

/** Finds the emails that are due. A company's replies come before its confirmations. */
async function findDue({ DB, EMAILS_PER_HOUR }: Env, now: number) {
  const [state, rows] = await DB.batch([
    selectState({ DB } as Env),
    DB.prepare(
      `SELECT n.source, n.id, n.application_id AS application, n.client_uuid AS client, n.address, n.attempts,
         n.subject, n.text, n.reply_to, n.language, n.receipt, n.receipt_until, a.first_name, a.phone, a.cv_name, a.fields, a.files, a.killer_questions,
         a.open_questions, a.created_at, p.uuid AS position_uuid, p.name AS position, p.slug, p.asks,
         c.name AS company, c.code, c.language_default AS company_language, c.next_steps
       FROM (
         SELECT *, row_number() OVER (PARTITION BY client_uuid ORDER BY source DESC, due_at, id) AS place
         FROM (${QUEUE}) d
         WHERE due_at <= ?1 AND created_at > ?6 AND
           iif(d.source = 'replies', ${countTried(TO_MAILBOX, ["replies"])}, ${countTried(TO_MAILBOX)}) < ${MAX_PER_MAILBOX}
       ) n JOIN applications a ON a.id = n.application_id
       JOIN positions p ON p.uuid = a.position_uuid JOIN clients c ON c.uuid = n.client_uuid
       WHERE n.place <= ?3 AND
         n.place + ${countTried("o.client_uuid = n.client_uuid AND o.tried_at > ?4")} <= ?5
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

/** Returns the maximum number of emails to candidates per company and hour. */
function perHour(set: string | undefined): number {
  if (set === undefined) return PER_HOUR;
  if (/^[1-9]\d{0,5}$/.test(set)) return Number(set);
  console.error(`EMAILS_PER_HOUR must be a number from 1 to 999999. Using ${PER_HOUR}.`);
  return PER_HOUR;
}

/** Claims and returns the due emails that no other run has claimed. */
async function claim({ DB }: Env, due: Due[], now: number): Promise<Due[]> {
  const retries = due.map(({ id, attempts }) => ({ id, next: iso(nextAttemptAt(attempts, now)) }));
  const claimed = await DB.batch<{ id: string }>(
    SOURCES.map((source) =>
      DB.prepare(
        `UPDATE ${source} SET attempts = attempts + 1, tried_at = ?2, result = NULL,
           due_at = (SELECT value ->> 'next' FROM json_each(?1) WHERE value ->> 'id' = ${source}.id)
         WHERE due_at <= ?2 AND id IN (SELECT value ->> 'id' FROM json_each(?1)) RETURNING id`,
      ).bind(JSON.stringify(retries), iso(now)),
    ),
  );
  const ids = new Set(claimed.flatMap(({ results }) => results.map(({ id }) => id)));
  return due.filter(({ id }) => ids.has(id));
}

async function attempt(env: Env, due: Due, now: number, wasFailing: boolean): Promise<void> {
  const { source, id, application, client, address, attempts } = due;
  const failure = await sendEmail(env, {
    ...{ id, application, client, to: address, fromName: due.company },
    ...compose(env, due),
  });
  const isLast = attempts + 1 >= MAX_ATTEMPTS;
  if (failure && (failure.isFinal || isLast)) {
    console.error(
      `An email to a candidate was not sent: client ${client}, ${formatFailure(failure)}`,
    );
  }
  const state = resultingState(failure, isLast);
  await env.DB.batch([
    env.DB.prepare(
      `UPDATE ${source} SET state = ?2, result = ?3, due_at = iif(?2 = 'waiting', due_at, NULL) WHERE id = ?1`,
    ).bind(id, state, failure ? toStored(failure) : "sent"),
    ...stateStatement(env, failure, now),
    ...(wasFailing && failure === undefined ? retryAllStatements(env, now) : []),
  ]);
}

/** A reply is sent as its author saw it. The candidate's response goes to the company. */
const compose = (env: Env, due: Due) =>
  due.source === "confirmations"
    ? composeConfirmation(toConfirmation(env, due))
    : {
        ...{ subject: due.subject ?? "", text: due.text ?? "", isByPerson: true },
        ...(due.reply_to && { replyTo: due.reply_to }),
      };

function resultingState(failure: Failure | undefined, isLast: boolean) {
  if (failure === undefined) return "sent";
  if (failure.isFinal) return "refused";
  return isLast ? "given up" : "waiting";
}

/** Makes all emails that wait for another attempt due, except those that are being sent. */
const retryAllStatements = ({ DB }: Env, now: number) =>
  SOURCES.map((source) =>
    DB.prepare(`UPDATE ${source} SET due_at = ?1 WHERE due_at > ?1 AND result IS NOT NULL`).bind(
      iso(now),
    ),
  );

/** Gives up emails that are too late to be useful. */
export async function giveUpOldEmails({ DB }: Env, now: number): Promise<void> {
  const results = await DB.batch(
    SOURCES.map((source) =>
      DB.prepare(
        `UPDATE ${source} SET state = 'given up', result = coalesce(result, 'later'), due_at = NULL
         WHERE due_at IS NOT NULL AND created_at < ?`,
      ).bind(iso(now - GIVE_UP_MS)),
    ),
  );
  const count = results.reduce((sum, { meta }) => sum + meta.changes, 0);
  if (count > 0) console.error(`Emails to candidates given up: ${count}`);
}

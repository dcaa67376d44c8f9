import type { Env } from "../env";
import type { Email } from "./email";

/** Maximum number of caught emails. Older ones are deleted. */
const MAX_CAUGHT = 100;

/** Stores an email instead of sending it. The desk shows it. A repeated email replaces the first. */
export async function storeCaughtEmail({ DB }: Env, email: Email): Promise<void> {
  const { id, to, fromName, subject, text, html, client, application } = email;
  await DB.batch([
    DB.prepare(
      `INSERT OR REPLACE INTO caught_emails
         (id, client_uuid, application_id, sender, recipient, subject, text, html, at)
       VALUES (?, ?, (SELECT id FROM applications WHERE id = ?), ?, ?, ?, ?, ?, ?)`,
    ).bind(
      id,
      client,
      application ?? null,
      fromName ?? "",
      to,
      subject,
      text,
      html ?? null,
      new Date().toISOString(),
    ),
    DB.prepare(
      `DELETE FROM caught_emails WHERE id NOT IN
         (SELECT id FROM caught_emails ORDER BY at DESC, id LIMIT ${MAX_CAUGHT})`,
    ),
  ]);
}

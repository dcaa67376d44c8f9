import { EMAIL_FIELD, type Value } from "~/contract/application";
import { toMailbox, toSendableAddress } from "../email/address";
import { canSendEmail } from "../email/settings";
import type { Env } from "../env";
import type { ReplyKind } from "./templates";

/** A candidate's email address, or why none can be used. `typed` is what the candidate entered. */
export type Recipient =
  | { to: string }
  | { why: "not set up" | "no address" | "wrong address"; typed: string };

/** The candidate's address is the answer to the field `email`. Another field may ask for a referee's address. */
export function findRecipient(
  env: Env,
  fields: readonly { id: string; value: Value; voluntary?: boolean | undefined }[],
): Recipient {
  const answer = fields.find(({ id, voluntary }) => id === EMAIL_FIELD && voluntary !== true);
  const typed = typeof answer?.value === "string" ? answer.value.trim() : "";
  const to = toSendableAddress(typed);
  if (typed === "") return { why: "no address", typed };
  if (to === undefined) return { why: "wrong address", typed };
  return canSendEmail(env) ? { to } : { why: "not set up", typed: to };
}

const REPLY_ID = /^rpl_[0-9a-f]{32}$/;

export const isReplyId = (text: string): boolean => REPLY_ID.test(text);

export const createReplyId = (): string => `rpl_${crypto.randomUUID().replaceAll("-", "")}`;

/**
 * Derives a reply's id from its form. Sending a form twice results in the same id. Editing the text after _Back_
 * results in a new id.
 */
export async function deriveReplyId(form: string, subject: string, text: string): Promise<string> {
  const content = new TextEncoder().encode(JSON.stringify([form, subject, text]));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const hex = [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `rpl_${hex.join("")}`;
}

interface Reply {
  id: string;
  application: string;
  client: string;
  kind: ReplyKind;
  who: string;
  to: string;
  replyTo: string;
  subject: string;
  text: string;
}

/** Queues a reply. Returns false if it is queued already, because its form was sent twice. */
export async function queueReply({ DB }: Env, reply: Reply, now: number): Promise<boolean> {
  const { id, application, client, kind, who, to, replyTo, subject, text } = reply;
  const { results } = await DB.prepare(
    `INSERT INTO replies (id, application_id, client_uuid, kind, who, subject, text, reply_to, address, mailbox,
       due_at, created_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11) ON CONFLICT DO NOTHING RETURNING id`,
  )
    .bind(
      ...[id, application, client, kind, who, subject, text, replyTo, to, toMailbox(to)],
      new Date(now).toISOString(),
    )
    .all();
  return results.length > 0;
}

import * as z from "zod";
import { Channel, type ChannelKind, type NewChannel } from "~/contract/admin-access";
import { Refusal } from "~/contract/http";
import { canSendEmail } from "../email/settings";
import type { Env } from "../env";
import { sendDueNotifications } from "../notifications/notifications";
import { findWebhookAddressError, createSecret } from "../notifications/webhook";

export const ChannelSettings = z.strictObject({
  addresses: z.array(z.string()).min(1).max(20),
  hourly: z.boolean().default(false),
});

/** Lists the channels of one company or all companies, without their secrets. */
export async function list({ DB }: Env, client?: string) {
  const { results } = await DB.prepare(
    `SELECT h.id, c.code, c.name, h.kind, h.address, h.digest, h.last_at, h.last_result,
       count(n.id) AS waiting, min(n.due_at) AS next
     FROM channels h JOIN clients c ON c.uuid = h.client_uuid
     LEFT JOIN notifications n ON n.channel_id = h.id
     WHERE ?1 IS NULL OR c.uuid = ?1
     GROUP BY h.id ORDER BY c.code, h.kind DESC, h.address`,
  )
    .bind(client ?? null)
    .all();
  return z.array(Channel).parse(results);
}

/**
 * Replaces a company's webhook or its email addresses.
 *
 * @returns the webhook's new secret, or whether the platform cannot send email
 * @throws Refusal 422 if an address is invalid
 */
export async function replace(
  env: Env,
  client: string,
  kind: ChannelKind,
  { addresses, hourly }: z.infer<typeof ChannelSettings>,
): Promise<z.infer<typeof NewChannel>> {
  for (const address of addresses) {
    const error = findAddressError(kind, address);
    if (error !== undefined) throw new Refusal(422, `${address} ${error}.`);
  }
  const secret = kind === "webhook" ? createSecret() : undefined;
  const rows = [...new Set(addresses)].map((address) =>
    env.DB.prepare(
      `INSERT INTO channels (id, client_uuid, kind, address, secret, digest)
       VALUES (?, ?, ?, ?, ?, ?)`,
    ).bind(
      crypto.randomUUID(),
      client,
      kind,
      kind === "webhook" ? new URL(address).href : address,
      secret ?? null,
      hourly ? "hourly" : "at once",
    ),
  );
  await env.DB.batch([
    env.DB.prepare("DELETE FROM channels WHERE client_uuid = ? AND kind = ?").bind(client, kind),
    ...rows,
  ]);
  if (secret !== undefined) return { secret };
  return canSendEmail(env) ? {} : { cannot_send: true };
}

function findAddressError(kind: ChannelKind, address: string): string | undefined {
  if (kind === "webhook") return findWebhookAddressError(address);
  return z.email().safeParse(address).success ? undefined : "is not an email address";
}

/** Removes a company's channels and their queued notifications. */
export async function remove({ DB }: Env, client: string): Promise<void> {
  await DB.prepare("DELETE FROM channels WHERE client_uuid = ?").bind(client).run();
}

/**
 * Queues a test notification for each of a company's channels, and sends the company's due notifications.
 *
 * @param now in ms since 1970
 * @returns the channels
 */
export async function test(env: Env, client: string, now: number) {
  const at = new Date(now).toISOString();
  await env.DB.prepare(
    `INSERT INTO notifications (id, channel_id, counts, due_at, created_at)
     SELECT 'msg_' || lower(hex(randomblob(16))), id, '{}', ?1, ?1
     FROM channels WHERE client_uuid = ?2`,
  )
    .bind(at, client)
    .run();
  await sendDueNotifications(env, now, client);
  return list(env, client);
}

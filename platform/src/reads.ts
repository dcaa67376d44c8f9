import { compareJobs } from "~/contract/compare-names";
import { json, Refusal } from "~/contract/http";
import { confirmsByEmail } from "./confirmations/queue";
import { canSendEmail } from "./email/settings";
import type { Env } from "./env";
import { messagesFor } from "./messages";
import { csrfToken } from "./secrets";
import { findClient, findPosition, listOpenPositions } from "./store";

/** Call 1: returns a position with a CSRF token. A closed position is a 410 with a few of its properties. */
export async function getPosition(env: Env, apiKey: string, id: string): Promise<Response> {
  const position = await findPosition(env, id);
  if (!position) throw new Refusal(404, "Position not found.");
  const { client_uuid, asks, facts, ...rest } = position;
  if (position.status === "closed") {
    const client = await findClient(env, client_uuid);
    const detail = messagesFor(client?.language_default).closed;
    const { name, location, contract_type } = position;
    return json({ detail, client: client_uuid, name, location, contract_type }, 410);
  }
  const csrf_token = await csrfToken(apiKey, position.uuid, Date.now());
  // A repeat with an accepted key succeeds again, so a 409 is always caused by another application.
  const honours = ["idempotency-key"];
  return json({
    ...rest,
    ...asks,
    ...facts,
    ...(confirmsByEmail(position) && canSendEmail(env) && { talks_back: true }),
    ...{ client: client_uuid, csrf_token, honours },
  });
}

/** Call 2: returns a client's public fields. */
export async function getClient(env: Env, uuid: string): Promise<Response> {
  const client = await findClient(env, uuid);
  if (!client) throw new Refusal(404, "Client not found.");
  return json(client);
}

/** Call 3: returns all of a client's open positions in one response: newest first, then by name. */
export async function getPositions(env: Env, clientUuid: string): Promise<Response> {
  const [client, positions] = await Promise.all([
    findClient(env, clientUuid),
    listOpenPositions(env, clientUuid),
  ]);
  if (!client) throw new Refusal(404, "Client not found.");
  positions.sort(compareJobs(client.language_default));
  const canEmail = canSendEmail(env);
  const results = positions.map((position) => ({
    uuid: position.uuid,
    name: position.name,
    location: position.location,
    country: position.country,
    contract_type: position.contract_type,
    join_date: position.join_date,
    department: position.department,
    published_at: position.published_at,
    ...position.facts,
    ...(canEmail && confirmsByEmail(position) && { talks_back: true }),
    apply_url: `/${client.code}/${position.slug}/${position.uuid}`,
  }));
  return json({ count: results.length, results });
}

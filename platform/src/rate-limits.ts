import { getBlock, getNetwork } from "~/contract/network";
import type { Env } from "./env";
import { hex } from "./secrets";

/**
 * Maximum number of wrong sign-in codes per window. At sign-in, a wrong code counts for the network. If the
 * network has not been used to sign in recently, a well-formed code also counts for its block, for the code's id
 * (even if no code has it) and for the entire desk. At a confirmation, a wrong code counts only for the session.
 * Several blocks are needed to use up the limit of an id, and ten to use up that of the desk.
 */
const MAX_TRIES = { network: 10, block: 20, code: 30, desk: 200, session: 10 };
const WINDOW_MS = 15 * 60 * 1000;

/** How long the hash of a network is stored after a sign-in, in ms. */
export const KNOWN_NETWORK_MS = 30 * 24 * 60 * 60 * 1000;

export interface Counter {
  kind: keyof typeof MAX_TRIES;
  id: string;
}

const counterKey = ({ kind, id }: Counter) => `${kind} ${id}`;

/** Returns keyed hashes of a visitor's network and of its block, so that no address is stored. */
export async function hashAddress(address: string | null, apiKey: string) {
  const encoder = new TextEncoder();
  const [raw, algorithm] = [encoder.encode(apiKey), { name: "HMAC", hash: "SHA-256" }];
  const key = await crypto.subtle.importKey("raw", raw, algorithm, false, ["sign"]);
  const hash = async (text: string) =>
    hex(await crypto.subtle.sign("HMAC", key, encoder.encode(`desk ${text}`))).slice(0, 32);
  return {
    network: await hash(`network ${getNetwork(address ?? "")}`),
    block: await hash(`block ${getBlock(address ?? "")}`),
  };
}

/** Whether a network's request is within the rate limit. True if the address is unknown or the limiter fails. */
export async function allowsRequest(
  { DESK_LIMIT }: Pick<Env, "DESK_LIMIT">,
  address: string | undefined,
  prefix = "",
): Promise<boolean> {
  if (!DESK_LIMIT || address === undefined) return true;
  try {
    return (await DESK_LIMIT.limit({ key: prefix + getNetwork(address) })).success;
  } catch {
    return true;
  }
}

/**
 * Counts an attempt before it is checked. If any of the counters is at its limit, returns false and counts
 * nothing.
 */
export async function countTry(
  { DB }: Env,
  counters: readonly Counter[],
  now: number,
): Promise<boolean> {
  if (counters.length === 0) return true;
  const limits = counters.map((counter) => ({
    source: counterKey(counter),
    max: MAX_TRIES[counter.kind],
  }));
  const { results } = await DB.prepare(
    `INSERT INTO desk_guesses (source, tries, ends_at)
     SELECT value ->> 'source', 1, ?2 FROM json_each(?1)
     WHERE NOT EXISTS (
       SELECT 1 FROM json_each(?1) l JOIN desk_guesses g ON g.source = l.value ->> 'source'
       WHERE g.ends_at > ?3 AND g.tries >= l.value ->> 'max')
     ON CONFLICT (source) DO UPDATE SET
       tries = CASE WHEN ends_at <= ?3 THEN 1 ELSE tries + 1 END,
       ends_at = CASE WHEN ends_at <= ?3 THEN ?2 ELSE ends_at END
     RETURNING 1`,
  )
    .bind(JSON.stringify(limits), now + WINDOW_MS, now)
    .all();
  return results.length > 0;
}

/** Whether a network was used to sign in recently. */
export async function isKnownNetwork({ DB }: Env, network: string, now: number): Promise<boolean> {
  const sql = "SELECT 1 FROM desk_networks WHERE hash = ? AND signed_in_at > ?";
  return (
    (await DB.prepare(sql)
      .bind(network, now - KNOWN_NETWORK_MS)
      .first()) !== null
  );
}

/** Decrements the counts after an attempt that succeeded or was not checked. */
export async function decrementAttempts({ DB }: Env, counters: readonly Counter[]): Promise<void> {
  const sql = `UPDATE desk_guesses SET tries = tries - 1
    WHERE tries > 0 AND source IN (SELECT value FROM json_each(?))`;
  await DB.prepare(sql)
    .bind(JSON.stringify(counters.map(counterKey)))
    .run();
}

export async function rememberNetwork({ DB }: Env, network: string, now: number): Promise<void> {
  const sql = "INSERT OR REPLACE INTO desk_networks (hash, signed_in_at) VALUES (?, ?)";
  await DB.prepare(sql).bind(network, now).run();
}

import { getNetwork } from "../../../contract/network";
import type { Env } from "../env";
import { hex } from "../secrets";

/**
 * Maximum number of wrong sign-in codes per window. At sign-in, a wrong code counts for the network. If the
 * network has not been used to sign in recently, a well-formed code also counts for the entire desk, and for
 * its company if the code's id exists. At a confirmation, a wrong code counts only for the session.
 */
const MAX_TRIES = { network: 10, company: 30, desk: 60, session: 10 };
const WINDOW_MS = 15 * 60 * 1000;

/** How long the hash of a network is stored after a sign-in, in ms. */
export const KNOWN_NETWORK_MS = 30 * 24 * 60 * 60 * 1000;

export interface Counter {
  kind: keyof typeof MAX_TRIES;
  id: string;
}

const counterKey = ({ kind, id }: Counter) => `${kind} ${id}`;

/** Returns a keyed hash of a visitor's network, so that no address is stored. */
export async function hashNetwork(address: string | null, apiKey: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(apiKey), algorithm, false, [
    "sign",
  ]);
  const network = encoder.encode(`desk network ${getNetwork(address ?? "")}`);
  return hex(await crypto.subtle.sign("HMAC", key, network)).slice(0, 32);
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

/** Counts an attempt before it is checked. Over the limit, returns false and counts nothing. */
export async function countTry({ DB }: Env, source: Counter, now: number): Promise<boolean> {
  const tries = await DB.prepare(
    `INSERT INTO desk_guesses (source, tries, ends_at) VALUES (?1, 1, ?2)
     ON CONFLICT (source) DO UPDATE SET
       tries = CASE WHEN ends_at <= ?3 THEN 1 ELSE tries + 1 END,
       ends_at = CASE WHEN ends_at <= ?3 THEN ?2 ELSE ends_at END
       WHERE ends_at <= ?3 OR tries < ?4
     RETURNING tries`,
  )
    .bind(counterKey(source), now + WINDOW_MS, now, MAX_TRIES[source.kind])
    .first("tries");
  return tries !== null;
}

/** Whether a network was used to sign in recently. */
export async function isKnownNetwork({ DB }: Env, network: string, now: number): Promise<boolean> {
  const found = await DB.prepare("SELECT 1 FROM desk_networks WHERE hash = ? AND signed_in_at > ?")
    .bind(network, now - KNOWN_NETWORK_MS)
    .first();
  return found !== null;
}

/** Decrements the counts after an attempt that succeeded or was not checked. */
export async function decrementTries({ DB }: Env, sources: readonly Counter[]): Promise<void> {
  const keys = JSON.stringify(sources.map(counterKey));
  await DB.prepare(
    `UPDATE desk_guesses SET tries = tries - 1
     WHERE tries > 0 AND source IN (SELECT value FROM json_each(?))`,
  )
    .bind(keys)
    .run();
}

export async function rememberNetwork({ DB }: Env, network: string, now: number): Promise<void> {
  await DB.prepare("INSERT OR REPLACE INTO desk_networks (hash, signed_in_at) VALUES (?, ?)")
    .bind(network, now)
    .run();
}

import type { Env } from "../env";
import { hex } from "../secrets";

/** So many pass phrases may be tried in a span of time: by one network, and of one phrase. */
const MOST = { network: 10, phrase: 100 };
const SPAN_MS = 15 * 60 * 1000;

/** An IPv4 address, or the first 64 bits of an IPv6 address, which one customer has. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const front = head.split(":").filter((group) => group !== "");
  const back = tail.split(":").filter((group) => group !== "");
  const gap = address.includes("::") ? Math.max(0, 8 - front.length - back.length) : 0;
  const groups = [...front, ...Array<string>(gap).fill("0"), ...back];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** What a network's tries are counted under: no address is stored. */
export async function networkSource(address: string | null, apiKey: string): Promise<string> {
  const raw = new TextEncoder();
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", raw.encode(apiKey), how, false, ["sign"]);
  const network = raw.encode(`desk network ${networkOf(address ?? "")}`);
  return `network ${hex(await crypto.subtle.sign("HMAC", key, network)).slice(0, 32)}`;
}

/** What tries of a phrase are counted under, by its id, whether there is such a phrase or not. */
export const phraseSource = (id: string | undefined): string => `phrase ${id ?? ""}`;

/** Counts a try before it is looked at, and says whether it may be. One too many writes nothing. */
export async function mayTry({ DB }: Env, source: string, now: number): Promise<boolean> {
  const most = source.startsWith("network ") ? MOST.network : MOST.phrase;
  const tries = await DB.prepare(
    `INSERT INTO desk_guesses (source, tries, ends_at) VALUES (?1, 1, ?2)
     ON CONFLICT (source) DO UPDATE SET
       tries = CASE WHEN ends_at <= ?3 THEN 1 ELSE tries + 1 END,
       ends_at = CASE WHEN ends_at <= ?3 THEN ?2 ELSE ends_at END
       WHERE ends_at <= ?3 OR tries < ?4
     RETURNING tries`,
  )
    .bind(source, now + SPAN_MS, now, most)
    .first("tries");
  return tries !== null;
}

/** Takes a try back that was right. */
export async function giveBack({ DB }: Env, sources: readonly string[]): Promise<void> {
  await DB.batch(
    sources.map((source) =>
      DB.prepare("UPDATE desk_guesses SET tries = tries - 1 WHERE source = ? AND tries > 0").bind(
        source,
      ),
    ),
  );
}

import { BoundedMap } from "../runtime/bounded-map";
import { delay } from "../runtime/deadline.server";
import { getNetwork } from "../runtime/network";

/** Cloudflare's counter. It counts each key apart, per minute and data centre. */
export interface RateLimit {
  limit: (options: { key: string }) => Promise<{ success: boolean }>;
}

/** The counters, each by the visitor's network. `wrangler.toml` says how many a minute each lets through. */
export interface RateLimitEnv {
  /** Counts forms that are sent, for any position. */
  APPLICATION_LIMIT?: RateLimit;
  /** Counts files whose upload begins, with a form or in pieces. */
  FILE_LIMIT?: RateLimit;
  /** Counts pages that are not cached: searches, receipts, pages that are rendered for the first time. */
  READ_LIMIT?: RateLimit;
  /** Counts requests for what does not exist, each kind apart. */
  MISS_LIMIT?: RateLimit;
}

/**
 * What is counted when it does not exist: a page's position or company; the company in a screen's address; the
 * position of a form or a file, counted apart so that a neighbour's pages refuse no application; a receipt; an
 * application, by its secret id. Wrong secrets of operators and reports of violated policies are counted the
 * same way.
 */
export type LookupKind =
  | "page"
  | "company"
  | "form"
  | "receipt"
  | "application"
  | "secret"
  | "report";

/** How long a network that has missed too often must not look, in ms. */
const BLOCK_MS = 60_000;

/** How far apart a network's secrets are compared after too many wrong ones, and its longest wait, in ms. */
const SLOT_INTERVAL_MS = 1000;
const MAX_SLOT_WAIT_MS = 3000;

/**
 * Until when a network must not look for each kind, and when its next secret may be compared, in ms since
 * 1970.
 */
const until = new BoundedMap<string, number>(10_000);

/**
 * What a client's network may still do in this minute. Without an address or a working counter it may do
 * everything: no application is lost because of a counter.
 *
 * Source: design, section 8; docs/security.md has the numbers.
 *
 * @param address the client's; its network goes into the counters' keys, and nowhere else
 */
export function createRateLimits(env: RateLimitEnv, address: string | null) {
  const network = address === null ? undefined : getNetwork(address);
  const allows = async (counter: RateLimit | undefined, kind = "") => {
    if (!counter || network === undefined) return true;
    try {
      return (await counter.limit({ key: `${network} ${kind}` })).success;
    } catch {
      return true;
    }
  };
  return {
    allowsApplication: () => allows(env.APPLICATION_LIMIT),
    allowsFile: () => allows(env.FILE_LIMIT),
    allowsRead: () => allows(env.READ_LIMIT),

    /** Whether it may look for what might not be there, as far as this isolate knows. */
    mayLookUp: (kind: LookupKind): boolean =>
      network === undefined || (until.get(`${network} ${kind}`) ?? 0) <= Date.now(),

    /** What it looked for was not there. After too many of a kind it must not look for a minute. */
    async countMiss(kind: LookupKind): Promise<void> {
      if (await allows(env.MISS_LIMIT, kind)) return;
      until.set(`${network ?? ""} ${kind}`, Date.now() + BLOCK_MS);
    },

    /** Waits for a turn, of which a network has one a second; false if too many wait already. */
    async takeSlot(): Promise<boolean> {
      const now = Date.now();
      const key = `${network ?? ""} turn`;
      const at = Math.max(now, until.get(key) ?? 0);
      if (at - now > MAX_SLOT_WAIT_MS) return false;
      until.set(key, at + SLOT_INTERVAL_MS);
      if (at > now) await delay(at - now, undefined);
      return true;
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;

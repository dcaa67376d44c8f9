import { BoundedMap } from "./runtime/bounded-map";
import { delay } from "./runtime/deadline.server";
import { getNetwork } from "../contract/network";

/** Cloudflare's rate limit, which counts per key, minute and data centre. */
export interface RateLimit {
  limit: (options: { key: string }) => Promise<{ success: boolean }>;
}

/** Counters per visitor's network. `wrangler.toml` sets their limits per minute. */
export interface RateLimitEnv {
  /** Counts sent forms, for any position. */
  APPLICATION_LIMIT?: RateLimit;
  /** Counts uploaded files, with a form or in pieces. */
  FILE_LIMIT?: RateLimit;
  /** Counts pages that are not cached, such as searches, receipts and pages rendered for the first time. */
  READ_LIMIT?: RateLimit;
  /** Counts lookups of missing data, by kind. */
  MISS_LIMIT?: RateLimit;
}

/**
 * Kinds of lookups whose misses are counted. `page`: a page's position or company. `company`: the code in a
 * screen's path. `form`: the position of a form or file, counted separately so that missing pages never block
 * an application. `application`: an application's secret id. `secret`: an operator's secret. `report`: a CSP
 * report, which always counts as a miss.
 */
export type LookupKind =
  | "page"
  | "company"
  | "form"
  | "receipt"
  | "application"
  | "secret"
  | "report";

/** How long a network is blocked after too many misses, in ms. */
const BLOCK_MS = 60_000;

/** Time between a network's slots, and the maximum wait for a slot, in ms. */
const SLOT_INTERVAL_MS = 1000;
const MAX_SLOT_WAIT_MS = 3000;

/** The end of each block, by network and kind, and each network's next slot. Times are in ms since 1970. */
const until = new BoundedMap<string, number>(10_000);

/**
 * Creates the rate limits of a visitor's network (docs/security.md). Everything is allowed without an address
 * or a working counter, so that no application is lost because of a counter.
 *
 * @param address the visitor's IP address. The counters' keys contain only its network
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

    /** Whether the network may look up data of this kind, as far as this isolate knows. */
    mayLookUp: (kind: LookupKind): boolean =>
      network === undefined || (until.get(`${network} ${kind}`) ?? 0) <= Date.now(),

    /** Counts a miss. After too many misses, `mayLookUp` returns false for this kind for a minute. */
    async countMiss(kind: LookupKind): Promise<void> {
      if (await allows(env.MISS_LIMIT, kind)) return;
      until.set(`${network ?? ""} ${kind}`, Date.now() + BLOCK_MS);
    },

    /** Waits for the network's next slot. Returns false if the wait would be too long. */
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

import { BoundedMap } from "../runtime/bounded-map";
import { after } from "../runtime/deadline.server";
import { networkOf } from "./network";

/** Cloudflare's counter. It counts each key apart, per minute and data centre. */
export interface RateLimit {
  limit: (options: { key: string }) => Promise<{ success: boolean }>;
}

/** The counters, each by the visitor's network. `wrangler.toml` says how many a minute each lets through. */
export interface RateLimitEnv {
  /** Counts forms that are sent, for any position. */
  APPLICATION_LIMIT?: RateLimit;
  /** Counts files that begin to come, with a form or in pieces. */
  FILE_LIMIT?: RateLimit;
  /** Counts pages that no kept page answers: searches, receipts, pages that are drawn for the first time. */
  READ_LIMIT?: RateLimit;
  /** Counts what was asked for and is not there, each kind apart. */
  MISS_LIMIT?: RateLimit;
}

/**
 * What is counted when it is not there: a page's position or company; the company that a screen's address
 * names; the position of a form or a file, so that no neighbour's pages refuse an application; a receipt;
 * an application, by its secret id; an operator's secret that is right. Reports of violated policies are
 * counted the same way.
 */
export type Sought = "page" | "company" | "form" | "receipt" | "application" | "secret" | "report";

/** For how long a network that has missed too often is not let look, in ms. */
const STOPPED_MS = 60_000;

/** How far apart a network's secrets are compared after too many wrong ones, and its longest wait, in ms. */
const TURN_MS = 1000;
const TURN_WAIT_MS = 3000;

/** Until when each network must not look for each kind, in ms since 1970. */
const stopped = new BoundedMap<string, number>(10_000);

/** When a network's next secret may be compared, in ms since 1970. */
const turns = new BoundedMap<string, number>(10_000);

/**
 * Says what a visitor's network may still do in this minute. Without an address or a working counter it
 * may do everything: no application is lost because of a counter.
 *
 * Source: design, section 8; docs/security.md has the numbers.
 *
 * @param address of the visitor; its network goes into the counters' keys, and nowhere else
 */
export function createRateLimits(env: RateLimitEnv, address: string | null) {
  const network = address === null ? undefined : networkOf(address);
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
    mayLook: (kind: Sought): boolean =>
      network === undefined || (stopped.get(`${network} ${kind}`) ?? 0) <= Date.now(),

    /** What it looked for was not there. After too many of a kind it must not look for a minute. */
    async missed(kind: Sought): Promise<void> {
      if (await allows(env.MISS_LIMIT, kind)) return;
      stopped.set(`${network ?? ""} ${kind}`, Date.now() + STOPPED_MS);
    },

    /** Waits for a turn, of which a network has one a second; false if too many wait already. */
    async takeTurn(): Promise<boolean> {
      const now = Date.now();
      const at = Math.max(now, turns.get(network ?? "") ?? 0);
      if (at - now > TURN_WAIT_MS) return false;
      turns.set(network ?? "", at + TURN_MS);
      if (at > now) await after(at - now, undefined);
      return true;
    },
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;

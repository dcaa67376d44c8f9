/** Cloudflare's counter. It counts each key apart, per minute and data centre. */
export interface RateLimit {
  limit: (options: { key: string }) => Promise<{ success: boolean }>;
}

/** The counters. `wrangler.toml` says how many calls a minute each lets through. */
export interface RateLimitEnv {
  /** Counts forms that are sent, by visitor and position. */
  APPLICATION_LIMIT?: RateLimit;
  /** Counts uploads of CVs that begin, by visitor and position. */
  UPLOAD_LIMIT?: RateLimit;
  /** Counts files that are stored, by visitor alone: a visitor could invent positions. */
  FILE_LIMIT?: RateLimit;
}

/**
 * Says whether a visitor may send another form, begin another upload or store another file. Without an
 * address or a working counter they may: no application is lost because of a counter.
 *
 * Source: design, section 8.
 *
 * @param address of the visitor; it goes into the counter's key, and nowhere else
 */
export function createRateLimits(env: RateLimitEnv, address: string | null) {
  const allows = async (counter: RateLimit | undefined, positionUuid = "") => {
    if (!counter || address === null) return true;
    const key = `${networkOf(address)} ${positionUuid.toLowerCase()}`;
    try {
      return (await counter.limit({ key })).success;
    } catch {
      return true;
    }
  };
  return {
    allowsApplication: (positionUuid: string) => allows(env.APPLICATION_LIMIT, positionUuid),
    allowsUpload: async (positionUuid: string) =>
      (await allows(env.UPLOAD_LIMIT, positionUuid)) && (await allows(env.FILE_LIMIT)),
    allowsFile: () => allows(env.FILE_LIMIT),
  };
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** An IPv6 address's /64 network, all of which one household may use; an IPv4 address as it is. */
export function networkOf(address: string): string {
  // An IPv4 address may be written at the end of one of IPv6.
  const inner = /(?:^|:)(\d+(?:\.\d+){3})$/.exec(address)?.[1];
  if (inner !== undefined || !address.includes(":")) return inner ?? address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const behind = tail === "" ? [] : tail.split(":");
    while (groups.length + behind.length < 8) groups.push("0");
    groups.push(...behind);
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

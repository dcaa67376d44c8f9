/** A counter of Cloudflare's: so many of a key in a minute, in one data centre. */
export interface RateLimit {
  limit: (options: { key: string }) => Promise<{ success: boolean }>;
}

/** The counters; how many a minute they let through stands in `wrangler.toml`. */
export interface RateLimitEnv {
  /** Forms that are sent, by visitor and position. */
  APPLICATION_LIMIT?: RateLimit;
  /** CVs that begin to go up, by visitor and position. */
  UPLOAD_LIMIT?: RateLimit;
  /** Files that are stored, by visitor alone: whatever position they are said to be for. */
  FILE_LIMIT?: RateLimit;
}

/**
 * Whether a visitor may send another form, or begin another upload, for a position. Where a visitor
 * has no address, or the counter fails, they may: nobody's application is lost for it.
 *
 * Source: design, section 8.
 *
 * @param address the visitor's: it goes into the counter's key, and nowhere else
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

/** One household's part of IPv6, which has 2^64 addresses; an IPv4 address as it is. */
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

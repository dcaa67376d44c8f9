import { z } from "zod";

const time = z.number();

/** The result of a verification of a company's stored pages. Times are in ms since 1970. */
export const verificationSchema = z.object({
  version: z.literal(1),
  clientUuid: z.string(),
  /** The names under which pages find the record: the company's code, and its uuid if it has its own host. */
  names: z.array(z.string()),
  /** Keys of pages that could not be rendered. They keep their last verification. */
  failed: z.array(z.string()),
  /** When the verification began. */
  verifiedAt: time,
  /** The verified pages' ETags, and when each was verified, by key. A copy with another ETag is older or newer. */
  pages: z.record(z.string(), z.object({ etag: z.string(), at: time })),
  /** When a position was found to be gone, by id, or one page alone, by key. */
  gone: z.record(z.string(), time),
});

export type Verification = z.infer<typeof verificationSchema>;

/** What all data centres must know of a company's stored pages. It is read in parallel with a page. */
export const companyRecordSchema = verificationSchema.omit({ names: true, failed: true }).extend({
  /** The last purge; 0 if there was none. */
  purgedAt: time,
});

export type CompanyRecord = z.infer<typeof companyRecordSchema>;

export const companyRecordKey = (name: string): string => `company/${name.toLowerCase()}`;

/** How long a tombstone is kept, in ms. No page is served for longer without a verification. */
const KEEP_GONE_MS = 24 * 60 * 60 * 1000;

const MAX_GONE = 1000;

/**
 * Adds what is still needed of earlier verifications: tombstones, and the verified pages that failed now. Of runs that
 * overlap, the one that began last decides.
 */
export function addEarlier(now: Verification, before: Verification | undefined): Verification {
  const last = before && before.verifiedAt > now.verifiedAt ? before : now;
  const all = Object.entries({ ...before?.gone, ...now.gone })
    .filter(([, at]) => last.verifiedAt - at < KEEP_GONE_MS)
    .toSorted(([, one], [, other]) => other - one);
  const kept = last.failed.flatMap((key) => {
    const page = before?.pages[key];
    return page ? [[key, page] as const] : [];
  });
  return {
    ...last,
    pages: { ...Object.fromEntries(kept), ...last.pages },
    gone: Object.fromEntries(all.slice(0, MAX_GONE)),
  };
}

/** How old a record from the shared store can be, in ms. Workers KV needs up to a minute to distribute a write. */
const RECORD_AGE_MS = 60_000;

/** How old a record's verification can be, in ms. Under a company's former code, the record is no longer written. */
const TRUST_RECORD_MS = 10 * 60_000;

/** Until when a record knows of all purges, in ms since 1970. @param readAt when the record was read */
export const knowsPurgesUntil = ({ verifiedAt }: { verifiedAt: number }, readAt: number): number =>
  readAt - verifiedAt < TRUST_RECORD_MS ? readAt - RECORD_AGE_MS : 0;

import { z } from "zod";

const time = z.number();

/** The result of a complete verification of a company's stored pages. Times are in ms since 1970. */
export const verificationSchema = z.object({
  version: z.literal(1),
  clientUuid: z.string(),
  /** The names under which pages find the record: the company's code, and its uuid if it has its own host. */
  names: z.array(z.string()),
  /** When the verification began. */
  verifiedAt: time,
  /** The verified pages' ETags, by key. A copy with another ETag is older or newer. */
  etags: z.record(z.string(), z.string()),
  /** When positions were found to be gone, by id. */
  gone: z.record(z.string(), time),
});

export type Verification = z.infer<typeof verificationSchema>;

/** What all data centres must know of a company's stored pages. It is read in parallel with a page. */
export const companyRecordSchema = verificationSchema.omit({ names: true }).extend({
  /** The last purge; 0 if there was none. */
  purgedAt: time,
});

export type CompanyRecord = z.infer<typeof companyRecordSchema>;

export const companyRecordKey = (name: string): string => `company/${name.toLowerCase()}`;

/** How long a tombstone is kept, in ms. No page is served for longer without a verification. */
const KEEP_GONE_MS = 24 * 60 * 60 * 1000;

const MAX_GONE = 1000;

/** Adds the tombstones of earlier verifications that are still needed. */
export function keepGone(now: Verification, before: Verification | undefined): Verification {
  const all = Object.entries({ ...before?.gone, ...now.gone })
    .filter(([, at]) => now.verifiedAt - at < KEEP_GONE_MS)
    .toSorted(([, one], [, other]) => other - one);
  return { ...now, gone: Object.fromEntries(all.slice(0, MAX_GONE)) };
}

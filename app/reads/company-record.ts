import * as z from "zod";

const time = z.number();
const times = z.record(z.string(), time);

/** The result of a verification of a company's stored pages. Times are in ms since 1970. */
export interface Verification {
  clientUuid: string;
  /** The names under which pages find the record: the company's code, and its uuid if it has its own host. */
  names: string[];
  /** When the verification began. */
  verifiedAt: number;
  /** The verified pages' ETags, by key. */
  pages: Record<string, string>;
  /** Keys of pages that could not be rendered, which keep their last verification. */
  failed: string[];
  /** When a position (by id) or a single page (by key) was found to be gone. */
  gone: Record<string, number>;
}

/**
 * Data that all data centres share about a company's stored pages. It is read in parallel with a page, and
 * written only if something other than the time of verification changed. That time is in the site's record.
 */
export const companyRecordSchema = z.object({
  version: z.literal(1),
  clientUuid: z.string(),
  names: z.array(z.string()),
  /** Identifies the record that the site's record refers to. */
  number: z.number(),
  /** Start of the verification that wrote this record. */
  verifiedAt: time,
  /** The ETags of the verified pages, by key. A copy with a different ETag is older or newer. */
  pages: z.record(z.string(), z.string()),
  /** When failed pages were last verified, by key. */
  failed: times,
  /** Tombstones, as in `Verification`. */
  gone: times,
});

export type CompanyRecord = z.infer<typeof companyRecordSchema>;

/** A company's current record, and when its pages were last verified. */
const verifiedSchema = z.object({ number: z.number(), verifiedAt: time });

export type Verified = z.infer<typeof verifiedSchema>;

/** Frequently changing data of all companies in one value, so that each data centre reads one key a minute. */
export const siteRecordSchema = z.object({
  version: z.literal(1),
  writtenAt: time,
  /** The last verification of all companies. `leftOut`: number of viewed pages over the limit. */
  run: z.object({ at: time, build: z.string(), leftOut: z.number() }).optional(),
  /** Each company's last purge. */
  purges: times,
  verified: z.record(z.string(), verifiedSchema),
});

export type SiteRecord = z.infer<typeof siteRecordSchema>;

export const SITE_RECORD_KEY = "site";
export const companyRecordKey = (name: string): string => `company/${name.toLowerCase()}`;

/** How long a tombstone is stored, in ms. No page is served for longer without a verification. */
const KEEP_GONE_MS = 24 * 60 * 60 * 1000;

const MAX_GONE = 1000;

const sortKeys = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Adds a verification to a company's record. Keeps earlier tombstones, and earlier verifications of pages
 * that failed now. If runs overlap, the last to begin wins. An unchanged record is returned unchanged.
 */
export function addVerification(
  now: Verification,
  before: CompanyRecord | undefined,
  { number, verifiedAt }: Verified = { number: 0, verifiedAt: 0 },
): { record: CompanyRecord; verified: Verified } {
  const lastVerifiedAt = Math.max(now.verifiedAt, verifiedAt);
  const gone = Object.entries({ ...before?.gone, ...now.gone })
    .filter(([, goneAt]) => lastVerifiedAt - goneAt < KEEP_GONE_MS)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_GONE);
  const retained = Object.entries(before?.pages ?? {}).filter(([key]) => now.failed.includes(key));
  const failed = retained.map(([key]) => [key, before?.failed[key] ?? verifiedAt] as const);
  const isLast = !before || now.verifiedAt >= verifiedAt;
  const contents = {
    names: isLast ? now.names : before.names,
    pages: isLast ? sortKeys({ ...Object.fromEntries(retained), ...now.pages }) : before.pages,
    failed: isLast ? sortKeys(Object.fromEntries(failed)) : before.failed,
    gone: sortKeys(Object.fromEntries(gone)),
  };
  // The keys of all records are sorted.
  if (before && JSON.stringify({ ...before, ...contents }) === JSON.stringify(before)) {
    return { record: before, verified: { number, verifiedAt: lastVerifiedAt } };
  }
  const verified = { number: Math.max(lastVerifiedAt, number + 1), verifiedAt: lastVerifiedAt };
  return { record: { version: 1, clientUuid: now.clientUuid, ...verified, ...contents }, verified };
}

/** How old a record from the shared store can be, in ms. Workers KV needs up to a minute to distribute a write. */
const RECORD_AGE_MS = 60_000;

/** Maximum age at which the site's record is trusted, in ms. A write can fail, and is repeated by the next run. */
const TRUST_RECORD_MS = 10 * 60_000;

/**
 * Returns the time until which the site's record contains all purges, in ms since 1970. @param readAt when
 * the record was read
 */
export const purgesCompleteUntil = ({ writtenAt }: SiteRecord, readAt: number): number =>
  readAt - writtenAt < TRUST_RECORD_MS ? readAt - RECORD_AGE_MS : 0;

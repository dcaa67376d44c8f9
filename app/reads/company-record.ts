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
  /** Pages whose last known view was before this time were left out. */
  viewedSince: time,
  /** When pages were found to differ from the stored ones, or could not be rendered, by key. */
  changed: z.record(z.string(), time),
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

/** How long a change is kept, in ms. No page is served for longer without a verification. */
const KEEP_MS = 24 * 60 * 60 * 1000;

const MAX_ENTRIES = 1000;

/** Adds the changes of earlier verifications that are still needed. */
export const mergeVerifications = (
  now: Verification,
  before: Verification | undefined,
): Verification => ({
  ...now,
  changed: mergeTimes(now.verifiedAt, before?.changed, now.changed),
  gone: mergeTimes(now.verifiedAt, before?.gone, now.gone),
});

const mergeTimes = (
  now: number,
  before: Record<string, number> | undefined,
  added: Record<string, number>,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries({ ...before, ...added })
      .filter(([, at]) => now - at < KEEP_MS)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, MAX_ENTRIES),
  );

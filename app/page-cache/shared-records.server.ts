import type { CompanyRecord, SiteRecord } from "../reads/company-record";
import type { Purges } from "../reads/purges.server";
import { SizedMap } from "../runtime/bounded-map";
import type { SharedStore } from "./shared-store.server";

/** How long a record is used before it is read again, in ms. */
const RECORD_MS = 60_000;

/** Delay before the site's record is read again after a failure, in ms. */
const RETRY_MS = 10_000;

/** How old the last run can be before a visitor's request starts one, in ms. The cron trigger runs every five minutes. */
const RUN_MS = 7 * 60_000;

interface Known<T> {
  record: T;
  /** When the record was read, in ms since 1970. */
  readAt: number;
}

/** Estimated memory of a record without its entries, and of each entry, in bytes. */
const RECORD_BYTES = 1024;
const ENTRY_BYTES = 250;

/** The site's record and the companies' records by name, as last read from the shared store. */
let site: Known<SiteRecord> | undefined;
/** When the site's record is read again, in ms since 1970. */
let nextSiteReadAt = 0;
const companies = new SizedMap<Known<CompanyRecord>>(
  8 * 1024 * 1024,
  ({ record: { pages, failed, gone } }) =>
    RECORD_BYTES +
    [pages, failed, gone].reduce((sum, all) => sum + ENTRY_BYTES * Object.keys(all).length, 0),
);

interface RecordsOptions {
  store: SharedStore;
  purges: Purges;
  version: string;
  /** Called if no run has verified all of this build's pages recently. */
  onRunDue: () => void;
}

/** Creates functions that read the shared store's records. */
export function createSharedRecords({ store, purges, version, onRunDue }: RecordsOptions) {
  async function readSite(): Promise<void> {
    const readAt = Date.now();
    nextSiteReadAt = readAt + RETRY_MS;
    const record = await store.getSite();
    if (record === undefined) return;
    nextSiteReadAt = readAt + RECORD_MS;
    if (record) {
      site = { record, readAt };
      purges.learn(record, readAt);
    }
    const run = record?.run;
    if (run?.build !== version || readAt - run.at > RUN_MS) onRunDue();
  }

  async function readCompany(name: string): Promise<void> {
    const readAt = Date.now();
    const record = await store.getRecord(name);
    const before = companies.get(name.toLowerCase());
    // Keep the last known verification.
    if (before && before.record.number === record?.number) before.readAt = readAt;
    else if (record) companies.put(name.toLowerCase(), { record, readAt });
  }

  /** Finds a known record, and whether the site's record refers to it. Either record can be older. */
  function find(name: string) {
    const known = companies.get(name.toLowerCase());
    const verified = known && site?.record.verified[known.record.clientUuid];
    const isCurrent = known?.record.number === verified?.number;
    // When the record is replaced later, its pages are known to have been current until then.
    if (known && verified && isCurrent) known.record.verifiedAt = verified.verifiedAt;
    const isRecent = known && Date.now() - known.readAt < RECORD_MS;
    return { record: known?.record, isDue: !known || (!isCurrent && !isRecent) };
  }

  return {
    /** Reads unknown or outdated records. Returns undefined if there are none. @param name see `Verification` */
    refresh(name: string | undefined): Promise<unknown> | undefined {
      const reads = [
        ...(Date.now() < nextSiteReadAt ? [] : [readSite()]),
        ...(name !== undefined && find(name).isDue ? [readCompany(name)] : []),
      ];
      return reads.length > 0 ? Promise.all(reads) : undefined;
    },

    /** Returns a company's record, with the time of its last known verification. */
    get: (name: string | undefined) => (name === undefined ? undefined : find(name).record),
  };
}

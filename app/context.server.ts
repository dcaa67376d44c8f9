import { submittedOf, type Ended } from "./application/intake/submitted";
import { createApplications } from "./application/delivery/applications.server";
import type { ApplicationEnv } from "./application/delivery/applications.server";
import { createOperator } from "./application/operator/operator.server";
import { isReceiptId, type Receipt } from "./application/model/receipt";
import { companyCodeAt } from "./addresses";
import { companyOfHost, isAtHost, siteAddress, siteAddressPath } from "./config/hosts";
import { readSettings } from "./config/settings.server";
import { linksOf } from "./links.server";
import { createRateLimits, type RateLimitEnv, type RateLimits } from "./edge/rate-limits.server";
import type { Marks } from "./edge/pages/page-template.server";
import { forgetDrawings } from "./edge/pages/drawings.server";
import { createPurges, type PurgeTime } from "./edge/pages/purges.server";
import { platformOf } from "./config/platform.server";
import { loadsOfCompany, readsOfCompany } from "./config/own-company.server";
import { createCompanies } from "./platform/companies.server";
import type { PositionCopy } from "./platform/position-copy.server";
import { limitedReads, tooOften } from "./platform/limited-reads.server";
import { createPositionPages } from "./platform/position-pages.server";
import { forgetReads, sharedReads } from "./platform/shared-reads.server";
import { timedReads } from "./platform/timed-reads.server";
import { sharedDeadline } from "./runtime/deadline.server";
import type { Publishing } from "./ui/page/publishing";

/** The Worker's bindings and variables. */
export interface SiteEnv extends ApplicationEnv, RateLimitEnv {
  POSITION_COPIES: DurableObjectNamespace<PositionCopy>;
  PURGES: DurableObjectNamespace<PurgeTime>;
  /** A store of pages that all data centres share; optional. */
  PAGES?: KVNamespace;
  /** The static files. */
  ASSETS?: Fetcher;
  /** The version of the Worker that is deployed. */
  VERSION?: { id: string };
}

/** An id that no position has: the nil UUID (RFC 9562, section 5.9). */
const NO_POSITION = "00000000-0000-0000-0000-000000000000";

/** How long a screen waits for all that it shows, in ms: its candidate has waited for the page already. */
const SCREEN_MS = 1000;

interface ContextOptions {
  /** The whole URL that the page is drawn for. */
  url: string;
  /** The nonce and the application id of this answer alone. */
  marks: Marks;
  /** Whether the request only reads. Then it may show copies. */
  isRead: boolean;
  /** Whether the answer is for one visitor alone, and no page that is kept for all. */
  isForOne: boolean;
  /** Whether this visitor may send another form. */
  mayApply: boolean;
  /** The visitor's IP address, if it is known. */
  visitor: string | null;
  /** The time zone that the request comes from, if it is known. */
  timeZone: () => string | undefined;
  /** Keeps the Worker running after the answer, until the work has ended. */
  waitUntil: (work: Promise<unknown>) => void;
}

/** Makes all pages of a client be read and drawn again: at once where this runs, everywhere within a minute. */
export async function purgePages(
  clientUuid: string,
  env: SiteEnv,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<void> {
  await createPurges(env.PURGES, waitUntil).purge(clientUuid);
  forgetReads();
  forgetDrawings();
}

/**
 * Makes the context that loaders and actions are given, once for each request.
 *
 * @throws ConfigurationError if a variable is missing or wrong
 */
export function createContext(env: SiteEnv, options: ContextOptions) {
  const { url, marks, isRead, isForOne, mayApply, visitor, timeZone, waitUntil } = options;
  const settings = readSettings(env);
  const platform = platformOf(env);
  const isCacheOn = settings.PAGE_CACHE === "on";
  const purges = createPurges(env.PURGES, waitUntil);
  const applications = createApplications(env);
  const rateLimits = rateLimitsOf(env, visitor);
  let ended: Ended | undefined;
  let readSince: number | undefined;
  let knownSince: number | undefined;
  const onKept = (readAt: number) => {
    knownSince = Math.min(knownSince ?? readAt, readAt);
  };
  const onRead = (begunAt: number) => {
    readSince = Math.min(readSince ?? begunAt, begunAt);
    onKept(begunAt);
  };
  const isPurged = (clientUuid: string, at: number) => purges.isPurged(clientUuid, at);
  const { isKnownPurged } = purges;
  const sought = isRead ? "page" : "form";
  const limits = {
    mayAsk: () => rateLimits.mayLook(sought),
    onMissing: () => waitUntil(rateLimits.missed(sought)),
  };
  const ownReads = limitedReads(platform, { ...limits, onRead });
  const shared = isCacheOn
    ? sharedReads(limitedReads(platform, limits), {
        waitUntil,
        readTimeoutMs: settings.READ_TIMEOUT_MS,
        onRead,
        onKept,
        freshMs: settings.PAGE_FRESH_MS,
        isKnownPurged,
        ...(isForOne && isRead && { stale: { ms: settings.PAGE_STALE_MS, isPurged } }),
      })
    : ownReads;
  // A form is checked against a read of its own: the position may have changed since the last one. Where
  // none may be made any more, what is kept serves.
  const { position, client } = mayApply && limits.mayAsk() ? ownReads : shared;
  const timed = timedReads({ ...shared, position, client });
  /** The only company that is on this host; undefined where all are. */
  const owner = companyOfHost(settings, url);
  const inTime = sharedDeadline(SCREEN_MS);
  const companies = createCompanies({
    // A screen needs no read of its own.
    reads: shared,
    copies: env.POSITION_COPIES,
    owner,
    // A page for all is drawn at an address without a company's code.
    code: isForOne ? companyCodeAt(new URL(url).pathname) : undefined,
    mayLook: () => rateLimits.mayLook("company"),
    onMissing: () => waitUntil(rateLimits.missed("company")),
    inTime,
    waitUntil,
  });
  const reads = {
    ...timed,
    client: async (id: string) => companies.keep(await timed.client(id)),
  };
  const positionPages = createPositionPages({
    reads,
    copies: env.POSITION_COPIES,
    ...(isRead && isCacheOn && { isPurged }),
    readSince: () => readSince,
    knownSince: () => knownSince,
    forgetAfterMs: settings.FORGET_AFTER_MS,
    inTime,
    isKnownPurged,
    waitUntil,
  });
  return {
    settings,
    links: linksOf(url, settings),
    reads: owner === undefined ? reads : readsOfCompany(owner, reads),
    findCompany: companies.find,
    /** Ends what a screen waits for, all of it at one time. */
    inTime,
    positionPages: {
      ...(owner === undefined ? positionPages : loadsOfCompany(owner, positionPages)),
      clientUuidOf: (positionUuid: string) => positionPages.clientUuidOf(positionUuid),
      get copiedAt() {
        return positionPages.copiedAt;
      },
    },
    /** When the first of the reads began that this request waited for, in ms since 1970. */
    get readSince(): number | undefined {
      return readSince;
    },
    /** When the oldest answer was read that this request was given, in ms since 1970. */
    get knownSince(): number | undefined {
      return knownSince;
    },
    /** Makes all pages of a client be read and drawn again, because the client has changed something. */
    purge: (clientUuid: string): Promise<void> => purgePages(clientUuid, env, waitUntil),
    /** How companies' pages are published, as a request for one sees it. */
    publishing: (request: Request): Publishing => ({
      resizesImages: settings.IMAGE_RESIZING === "on",
      originOf: (uuid) => siteAddress(settings, uuid, new URL(request.url).origin),
      careerSiteAt: (uuid, path) => siteAddressPath(settings, uuid, path),
    }),
    applications,
    /**
     * The receipt with this id, if its application was sent for this position.
     *
     * @throws PlatformError of the kind `too-often` where too many were asked for that do not exist
     */
    async receipt(id: string | null, positionUuid: string): Promise<Receipt | undefined> {
      if (id === null || !isReceiptId(id)) return undefined;
      if (!rateLimits.mayLook("receipt")) throw tooOften();
      const receipt = await applications.receipt(id, positionUuid);
      if (!receipt) waitUntil(rateLimits.missed("receipt"));
      return receipt && isAtHost(settings, url, receipt.company.uuid) ? receipt : undefined;
    },
    /** Of this build or, where it is deployed, of its deployment. */
    version: env.VERSION?.id,
    /** Asks the platform for a position that cannot be there, past everything that is kept. */
    probe: () => platform.position(NO_POSITION),
    /** What an operator may do; made for an operator alone. */
    get operator() {
      return createOperator(env);
    },
    rateLimits,
    timeZone,
    /** What intake needs besides the form. */
    intake: {
      applications,
      maxCvBytes: settings.MAX_CV_BYTES,
      mayApply,
      mayStore: rateLimits.allowsFile,
      mayLook: () => rateLimits.mayLook("application"),
      onMissing: () => waitUntil(rateLimits.missed("application")),
      onEnded: (form: Ended) => void (ended = form),
    },
    /** What became of the form that came, as it is counted; undefined if none could be read. */
    submitted: () => ended && submittedOf(ended),
    /** Whether it is counted how often forms are begun. */
    countsStarts: env.METRICS !== undefined,
    ...marks,
    /** Lets work go on even if the visitor goes away before the answer. */
    toTheEnd: <T>(work: Promise<T>): Promise<T> => {
      waitUntil(work.catch(() => undefined));
      return work;
    },
  };
}

/** What the network of a visitor, by its IP address, may still do. */
export const rateLimitsOf = (env: SiteEnv, visitor: string | null): RateLimits =>
  createRateLimits(readSettings(env).RATE_LIMITS === "on" ? env : {}, visitor);

declare module "@remix-run/server-runtime" {
  // Remix learns the type of its context by declaration merging.
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface AppLoadContext extends ReturnType<typeof createContext> {}

  interface Future {
    v3_singleFetch: true;
  }
}

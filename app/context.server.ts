import { parseCompanyCode } from "./addresses";
import { createApplications } from "./application/delivery/applications.server";
import { isReceiptId, type Receipt } from "./application/model/receipt";
import { createOperator } from "./application/operator/operator.server";
import { createCopies } from "./cache/copies.server";
import { createLoads } from "./cache/loads.server";
import type { Tokens } from "./cache/page-template.server";
import { createReads, tooOftenError } from "./cache/reads.server";
import { isOnHost } from "./config/hosts";
import { createPlatform } from "./config/platform.server";
import { getTimeZone } from "./edge/time-zone.server";
import { createLinks, createPublishing } from "./links.server";
import type { Visit } from "./visit.server";

/** A page that is rendered. */
interface Rendering {
  /** The request that is rendered; the visit's own, or one for all. */
  request: Request;
  tokens: Tokens;
  /** False for a page that is cached for all: it has nothing of this candidate. */
  isPersonal: boolean;
  /** Whether this client may send another form. */
  mayApply: boolean;
}

/** The context that loaders and actions are given. */
export function createContext(visit: Visit, { request, tokens, isPersonal, mayApply }: Rendering) {
  const { env, settings, owner, limits, purges, waitUntil, isRead } = visit;
  const platform = createPlatform(env);
  const applications = createApplications(env);
  const copies = createCopies(env.COPIES, { forgetAfterMs: settings.FORGET_AFTER_MS });
  const sought = isRead ? "page" : "form";
  const reads = createReads({
    ...{ platform, copies, purges, waitUntil, settings },
    staleMs: isPersonal && isRead ? settings.PAGE_STALE_MS : 0,
    // Whether a page is rendered for all has been decided by then.
    mayCallPlatform: () => !isPersonal || limits.mayLookUp(sought),
    onMissing: () => waitUntil(limits.countMiss(sought)),
    bypassesCacheForForms: mayApply,
  });

  return {
    settings,
    links: createLinks(request.url, settings),
    reads,
    loads: createLoads({
      ...{ reads, copies, owner },
      // A page for all is rendered at an address without a company's code.
      code: isPersonal ? parseCompanyCode(new URL(request.url).pathname) : undefined,
      mayLookUpCode: () => limits.mayLookUp("company"),
      onMissingCode: () => waitUntil(limits.countMiss("company")),
    }),
    /** Makes all pages of a client be read and rendered again, because something has changed. */
    purge: (clientUuid: string) => purges.purge(clientUuid),
    publishing: createPublishing(request.url, settings),
    applications,
    /**
     * The receipt with this id, if its application was sent for this position.
     *
     * @throws PlatformError of kind `too-often` after too many that do not exist
     */
    async receipt(id: string | null, positionUuid: string): Promise<Receipt | undefined> {
      if (id === null || !isReceiptId(id)) return undefined;
      if (!limits.mayLookUp("receipt")) throw tooOftenError();
      const receipt = await applications.receipt(id, positionUuid);
      if (!receipt) waitUntil(limits.countMiss("receipt"));
      return receipt && isOnHost(settings, request.url, receipt.company.uuid) ? receipt : undefined;
    },
    /** Of this deployment; undefined where it is not deployed. */
    version: env.VERSION?.id,
    platform,
    get operator() {
      return createOperator(env);
    },
    rateLimits: limits,
    timeZone: () => (isPersonal ? getTimeZone(visit.request) : undefined),
    /** What intake needs besides the form. */
    intake: {
      applications,
      maxCvBytes: settings.MAX_CV_BYTES,
      mayApply,
      mayStore: limits.allowsFile,
      mayLook: () => limits.mayLookUp("application"),
      onMissing: () => waitUntil(limits.countMiss("application")),
      onEnded: (ended: NonNullable<Visit["ended"]>) => void (visit.ended = ended),
    },
    ...tokens,
    /** Lets work go on even if the client goes away before the response. */
    runToCompletion: <T>(work: Promise<T>): Promise<T> => {
      waitUntil(work.catch(() => undefined));
      return work;
    },
  };
}

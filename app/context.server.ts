import { getTimeZone } from "~/contract/time-zone";
import { parseCompanyCode } from "./addresses";
import { createApplications, type Applications } from "./application/delivery/applications.server";
import { isReceiptId, type Receipt } from "./application/model/receipt";
import { createOperator } from "./application/operator/operator.server";
import { createCopies } from "./reads/copies.server";
import { createLoads, type Loads } from "./reads/loads.server";
import { toPageFacts, type PageFacts } from "./page-cache/pages.server";
import { createSharedStore } from "./page-cache/shared-store.server";
import type { Tokens } from "./page-cache/page-template.server";
import { createPreview } from "./reads/preview.server";
import { createReads, tooOftenError, type Read } from "./reads/reads.server";
import { isOnHost } from "./config/hosts";
import { createPlatform } from "./config/platform.server";
import { createLinks, createPublishing } from "./links.server";
import type { PositionPage } from "./platform/types";
import type { Visit } from "./visit.server";

/** The content of a page. */
interface Shown {
  content: unknown;
  facts: PageFacts | undefined;
}

interface Rendering {
  /** The visit's request, or a new request without candidate data for a shared page. */
  request: Request;
  tokens: Tokens;
  /** False for a shared page, which must contain no data of this candidate. */
  isPersonal: boolean;
  /** Whether this request may submit an application. */
  mayApply: boolean;
}

export function createContext(visit: Visit, { request, tokens, isPersonal, mayApply }: Rendering) {
  const { env, settings, limits, purges, waitUntil } = visit;
  const platform = createPlatform(env);
  const applications = createApplications(env);
  const { reads, loads } = createLimitedReads(visit, { isPersonal, mayApply }, platform);
  const shown: Shown = { content: undefined, facts: undefined };

  return {
    settings,
    shown,
    /**
     * Shows a page or file. Returns a file's response, or null for a page: its content goes to the document
     * without being serialized for Remix's router.
     *
     * @param facts data for the page cache. If undefined, the page is not cached
     */
    show<T>(
      content: T,
      facts?: { client: string; position?: string; read: Omit<Read<unknown>, "value"> },
    ) {
      shown.content = content;
      shown.facts = facts && toPageFacts(facts, facts.read);
      return (content instanceof Response ? content : null) as T extends Response ? T : null; // the compiler can't follow the condition
    },
    links: createLinks(request.url, settings),
    ...{ reads, loads },
    preview: (token: string) => startPreview(visit, request.url, platform, token),
    purge: (clientUuid: string) => purges.purge(clientUuid),
    publishing: createPublishing(request.url, settings),
    applications,
    receipt: (id: string, positionUuid: string) =>
      findReceipt(visit, { id, positionUuid }, applications, loads),
    /** Deployment id; undefined locally. */
    version: env.VERSION?.id,
    platform,
    get operator() {
      return createOperator(env);
    },
    get store() {
      return createSharedStore(env.PAGES, env.VERSION?.id ?? "");
    },
    rateLimits: limits,
    timeZone: () => (isPersonal ? getTimeZone(visit.request) : undefined),
    intake: createIntake(visit, mayApply, applications, loads),
    ...tokens,
    /** Keeps work running even if the browser disconnects. */
    runToCompletion: <T>(work: Promise<T>): Promise<T> => {
      waitUntil(work.catch(() => undefined));
      return work;
    },
  };
}

/** Creates the reads of a request, within the limits of its visitor. */
function createLimitedReads(
  { env, settings, owner, limits, purges, waitUntil, isRead, notBefore, request }: Visit,
  { isPersonal, mayApply }: Pick<Rendering, "isPersonal" | "mayApply">,
  platform: ReturnType<typeof createPlatform>,
) {
  const copies = createCopies(env.COPIES, {
    forgetAfterMs: settings.FORGET_AFTER_MS,
    region: settings.REGION,
  });
  const lookupKind = isRead ? "page" : "form";
  const reads = createReads({
    ...{ platform, copies, purges, waitUntil, settings, notBefore },
    staleMs: isPersonal && isRead ? settings.PAGE_STALE_MS : 0,
    // The page cache checks the limits for a shared page.
    mayCallPlatform: () => !isPersonal || limits.mayLookUp(lookupKind),
    onMissing: () => waitUntil(limits.countMiss(lookupKind)),
    bypassesCacheForForms: mayApply,
  });
  const loads = createLoads({
    ...{ reads, owner, waitUntil },
    // The URL of a shared page has no company code. The code in the visitor's URL is only a guess.
    code: parseCompanyCode(new URL(request.url).pathname)?.toLowerCase(),
    renewAfterMs: settings.PAGE_CACHE === "on" ? settings.PAGE_STALE_MS : 0,
    mayLookUpCode: () => limits.mayLookUp("company"),
    onMissingCode: () => waitUntil(limits.countMiss("company")),
  });
  return { reads, loads };
}

/**
 * Reads unpublished content. Counts as a miss for the visitor, because tokens could be guessed.
 *
 * @throws PlatformError of kind `too-often`
 */
function startPreview(
  { limits, waitUntil, settings }: Visit,
  url: string,
  { connection }: ReturnType<typeof createPlatform>,
  token: string,
) {
  if (!limits.mayLookUp("page")) throw tooOftenError();
  waitUntil(limits.countMiss("page"));
  return createPreview({
    ...{ connection, token },
    isOnHost: (uuid: string) => isOnHost(settings, url, uuid),
  });
}

/**
 * Finds an application's receipt, and its position if cached. Doesn't wait for the platform.
 *
 * @throws PlatformError of kind `too-often` after too many unknown ids
 */
async function findReceipt(
  { settings, limits, waitUntil, request }: Visit,
  { id, positionUuid }: { id: string; positionUuid: string },
  applications: Applications,
  loads: Loads,
): Promise<{ receipt: Receipt; page: PositionPage | undefined } | undefined> {
  if (!isReceiptId(id)) return undefined;
  if (!limits.mayLookUp("receipt")) throw tooOftenError();
  const [receipt, page] = await Promise.all([
    applications.receipt(id, positionUuid),
    loads.storedPosition(positionUuid),
  ]);
  if (!receipt) waitUntil(limits.countMiss("receipt"));
  const isFound = receipt && isOnHost(settings, request.url, receipt.company.uuid);
  return isFound ? { receipt, page } : undefined;
}

/** The dependencies of form intake. */
const createIntake = (
  visit: Visit,
  mayApply: boolean,
  applications: Applications,
  loads: Loads,
) => ({
  ...{ applications, loads, mayApply },
  waitMs: visit.settings.DELIVER_LATER === "on" ? visit.settings.FORM_WAIT_MS : undefined,
  languages: visit.settings.LANGUAGES,
  maxCvBytes: visit.settings.MAX_CV_BYTES,
  mayStore: visit.limits.allowsFile,
  mayLookUp: () => visit.limits.mayLookUp("application"),
  onMissing: () => visit.waitUntil(visit.limits.countMiss("application")),
  onEnded: (ended: NonNullable<Visit["ended"]>) => void (visit.ended = ended),
});

import type { Languages } from "../i18n/language";
import type { SiteRecord, Verification } from "../reads/company-record";
import { delay } from "../runtime/deadline.server";
import { formatError, logEvent } from "../runtime/log.server";
import { getPageAddress, isLaterPage, type PageAddress } from "./page-key";
import { renderTemplate, type Rendered } from "./pages.server";
import type { PageTemplate, Tokens } from "./page-template.server";
import type { ListedPage, SharedStore } from "./shared-store.server";

/**
 * Limits of a run: total calls, and pages per company. Each page counts as a call to the platform, and each
 * company as three more (its data, its list and its last purge). A Worker may make 10,000 subrequests.
 */
const LIMITS = { calls: 8000, company: 2500 };

/** Maximum number of pages that a run stores. Workers KV allows 1,000 operations per invocation. */
const MAX_WRITES = 900;

/** A company's system can be slow or hang, and must not delay the others. */
const COMPANIES_AT_ONCE = 3;

/** Maximum number of a company's positions verified in parallel, and the pause after each, in ms. */
const POSITIONS_AT_ONCE = 4;
const INTERVAL_MS = 100;

/** How long a run renders a company's pages, in ms. The next run begins after five minutes. */
const COMPANY_MS = 2 * 60_000;

/** How often a run publishes its results, in ms. */
const PUBLISH_MS = 15_000;

interface VerifyOptions {
  store: SharedStore;
  version: string;
  /** Verifies only this client's pages. */
  clientUuid?: string | undefined;
  /** Maximum time for a company's pages, in ms. */
  companyMs?: number;
  languages: Languages;
  /** Creates functions that use only data read after a time, in ms since 1970. */
  readAfter: (notBefore: number) => CurrentData;
  /** Whether a client was purged after a time, in ms since 1970. */
  isPurged: (clientUuid: string, readAt: number) => Promise<boolean>;
  publish: (verifications: Verification[], run: SiteRecord["run"]) => Promise<void>;
}

interface CurrentData {
  /**
   * Returns the names of a company's record, and the lower-case ids of its listed positions.
   *
   * @param address URL of any of the company's pages
   * @throws PlatformError
   */
  loadCompany: (
    clientUuid: string,
    address: string,
  ) => Promise<{ names: string[]; positions: ReadonlySet<string> }>;
  render: (request: Request, tokens: Tokens) => Promise<Rendered>;
}

/** Chooses the most recently viewed pages, within the limits. Later pages of lists come last. */
export function choosePages(listed: readonly ListedPage[], limits = LIMITS) {
  const chosen = new Map<string, Map<string, ListedPage>>();
  let left = limits.calls;
  const leftOut = new Set<string>();
  const byView = listed.toSorted((a, b) => b.viewedAt - a.viewedAt);
  const isLater = ({ key }: ListedPage) => isLaterPage(key);
  // A crawler can view fifty pages of a list, however short it is.
  for (const page of [...byView.filter((each) => !isLater(each)), ...byView.filter(isLater)]) {
    const pages = chosen.get(page.clientUuid) ?? new Map<string, ListedPage>();
    const known = pages.get(page.key);
    const calls = pages.size === 0 ? 4 : 1;
    if (known) {
      // An earlier build's page shows that the page was viewed; this build's page shows whether it changed.
      if (page.isCurrent) pages.set(page.key, { ...page, viewedAt: known.viewedAt });
    } else if (left >= calls && pages.size < limits.company) {
      chosen.set(page.clientUuid, pages.set(page.key, page));
      left -= calls;
    } else {
      leftOut.add(page.key);
    }
  }
  return { chosen, leftOut: leftOut.size };
}

/**
 * Verifies the pages in the shared store that were viewed within a week: renders each from new data, and
 * stores it again if it changed. Removes pages of positions that left their company's list. Pages that can't
 * be rendered from current data grow older until the next run.
 */
export async function verifyPages(options: VerifyOptions): Promise<void> {
  const { store, version, clientUuid, publish } = options;
  if (!store.isBound) return;
  const startedAt = Date.now();
  const listed: ListedPage[] = [];
  for await (const page of store.list()) {
    if (clientUuid === undefined || page.clientUuid === clientUuid) listed.push(page);
  }
  const { chosen, leftOut } = choosePages(listed);
  const run = clientUuid === undefined ? { at: startedAt, build: version, leftOut } : undefined;
  const verified: Verification[] = [];
  const limits = { writes: MAX_WRITES, companyMs: COMPANY_MS, ...options };
  const running = forEach(chosen, COMPANIES_AT_ONCE, async ([company, pages]) => {
    try {
      verified.push(await verifyCompany(company, [...pages.values()], limits));
    } catch (error) {
      console.error("A company's pages could not be verified:", formatError(error));
    }
  });
  const ended = running.then(() => "ended" as const);
  let state: "running" | "ended";
  do {
    // A slow company must not delay the others' results.
    state = await Promise.race([ended, delay(PUBLISH_MS, "running")]);
    if (state === "ended" || verified.length > 0) await publish(verified.splice(0), run);
  } while (state === "running");
  if (run && leftOut > 0) logEvent("pages-left-out", { pages: leftOut });
}

/** Processes all items, several at a time. */
async function forEach<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>) {
  const queue = [...items].values();
  const workOnNext = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, workOnNext));
}

type Limited = VerifyOptions & { companyMs: number; writes: number };

async function verifyCompany(
  clientUuid: string,
  pages: readonly ListedPage[],
  limits: Limited,
): Promise<Verification> {
  const startedAt = Date.now();
  const { loadCompany, render } = limits.readAfter(startedAt);
  const { names, positions } = await loadCompany(clientUuid, pages[0]?.address ?? "");
  const verification: Verification = {
    ...{ clientUuid, names, verifiedAt: startedAt, pages: {}, gone: {}, failed: [] },
  };
  const verifyOne = async (at: PageAddress, listed: ListedPage) => {
    const isListed = !isPosition(at) || positions.has(at.id.toLowerCase());
    const isLate = Date.now() - startedAt > limits.companyMs;
    const verifyThis = () => verifyPage(at, listed, limits, render);
    const outcome = !isListed ? "gone" : isLate ? "failed" : await verifyThis();
    if (typeof outcome === "object") verification.pages[at.key] = outcome.etag;
    if (outcome === "failed") verification.failed.push(at.key);
    if (outcome !== "gone") return;
    // A page can also be missing on only one host, and a shorter sitemap has fewer parts.
    verification.gone[isListed ? at.key : at.id] = Date.now();
    await limits.store.remove(listed.key, listed.build);
  };
  // The pages of a position share one read.
  const byId = new Map<string, [PageAddress, ListedPage][]>();
  for (const listed of pages) {
    const at = getPageAddress(listed.address, limits.languages);
    if (at?.key !== listed.key) continue;
    byId.set(at.id, [...(byId.get(at.id) ?? []), [at, listed]]);
  }
  await forEach(byId.values(), POSITIONS_AT_ONCE, async (group) => {
    for (const [at, listed] of group) await verifyOne(at, listed);
    await delay(INTERVAL_MS, undefined);
  });
  return verification;
}

const isPosition = ({ key }: PageAddress): boolean =>
  key.split("/")[1]?.startsWith("position") === true;

/** Renders a page again, and stores it if it changed. Returns the template of the verified page. */
async function verifyPage(
  at: PageAddress,
  listed: ListedPage,
  limits: Limited,
  render: CurrentData["render"],
): Promise<PageTemplate | "gone" | "failed"> {
  const { store, version, isPurged } = limits;
  const outcome = await renderTemplate(at, { render, version });
  if (typeof outcome === "string") return outcome;
  const { page } = outcome;
  const isSame = listed.isCurrent && listed.etag === page.template.etag;
  // A purge is compared with the time at which a stored page was read, so a purged page is stored again.
  const isStored = isSame && !(await isPurged(page.clientUuid, listed.readAt));
  if (!isStored && limits.writes > 0) {
    limits.writes -= 1;
    await store.put(at.key, { ...page, viewedAt: listed.viewedAt }, at.address());
  }
  return page.template;
}

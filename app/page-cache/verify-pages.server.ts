import type { Verification } from "../reads/company-record";
import { delay } from "../runtime/deadline.server";
import { formatError, logEvent } from "../runtime/log.server";
import { getPageAddress, type PageAddress } from "./page-key";
import { renderTemplate, type Rendered } from "./pages.server";
import type { PageTemplate, Tokens } from "./page-template.server";
import type { ListedPage, SharedStore } from "./shared-store.server";

/** Maximum number of pages that a run verifies, in all and of one company. A run may use Workers KV 1,000 times. */
const LIMITS = { all: 900, company: 250 };

/** A company's system can be slow or hang, and must not keep the others waiting. */
const COMPANIES_AT_ONCE = 3;

/** How long a run renders a company's pages, in ms. The next run begins after five minutes. */
const COMPANY_MS = 4 * 60_000;

/** Minimum time between two pages of a company, in ms. */
const INTERVAL_MS = 50;

interface VerifyOptions {
  store: SharedStore;
  version: string;
  /** Creates functions that use only data that was read after a time, in ms since 1970. */
  readAfter: (notBefore: number) => CurrentData;
  /** Whether a client was purged after a time, in ms since 1970. */
  isPurged: (clientUuid: string, readAt: number) => Promise<boolean>;
  publish: (verification: Verification) => Promise<void>;
}

interface CurrentData {
  /**
   * Returns the names of a company's record, and the lower-case ids of its listed positions.
   *
   * @param address of any page of the company
   * @throws PlatformError
   */
  loadCompany: (
    clientUuid: string,
    address: string,
  ) => Promise<{ names: string[]; positions: ReadonlySet<string> }>;
  render: (request: Request, tokens: Tokens) => Promise<Rendered>;
}

/** Chooses the pages to verify: those that were viewed last, within the limits. */
export function choosePages(listed: readonly ListedPage[], limits = LIMITS) {
  const chosen = new Map<string, Map<string, ListedPage>>();
  let left = limits.all;
  const leftOut = new Set<string>();
  for (const page of listed.toSorted((one, other) => other.viewedAt - one.viewedAt)) {
    const pages = chosen.get(page.clientUuid) ?? new Map<string, ListedPage>();
    chosen.set(page.clientUuid, pages);
    const known = pages.get(page.key);
    if (known) {
      // A former build's page tells that the page was viewed, and the current one's whether it changes.
      if (page.isCurrent) pages.set(page.key, { ...page, viewedAt: known.viewedAt });
    } else if (left > 0 && pages.size < limits.company) {
      pages.set(page.key, page);
      left -= 1;
    } else {
      leftOut.add(page.key);
    }
  }
  return { chosen, leftOut: leftOut.size };
}

/**
 * Verifies the pages in the shared store that were viewed within a week: renders each from data that is read now, and
 * stores it again if it changed. Removes pages of positions that left their company's list. Pages that can't be rendered
 * from current data grow older until the next run.
 */
export async function verifyPages(options: VerifyOptions): Promise<void> {
  const { store } = options;
  if (!store.isBound) return;
  const startedAt = Date.now();
  const listed: ListedPage[] = [];
  for await (const page of store.list()) listed.push(page);
  const { chosen, leftOut } = choosePages(listed);
  const companies = chosen.entries();
  const verifyNext = async () => {
    for (const [clientUuid, pages] of companies) {
      try {
        await verifyCompany(clientUuid, [...pages.values()], options);
      } catch (error) {
        console.error("A company's pages could not be verified:", formatError(error));
      }
    }
  };
  await Promise.all(Array.from({ length: COMPANIES_AT_ONCE }, verifyNext));
  await store.putReport({ version: 1, at: startedAt, leftOut });
  if (leftOut > 0) logEvent("pages-left-out", { pages: leftOut });
}

async function verifyCompany(
  clientUuid: string,
  pages: readonly ListedPage[],
  options: VerifyOptions,
): Promise<void> {
  const [first] = pages;
  if (!first) return;
  const startedAt = Date.now();
  const { loadCompany, render } = options.readAfter(startedAt);
  const { names, positions } = await loadCompany(clientUuid, first.address);
  const verified: Verification["pages"] = {};
  const gone: Record<string, number> = {};
  const failed: string[] = [];
  for (const listed of pages) {
    const at = getPageAddress(listed.address);
    if (at?.key !== listed.key) continue;
    const isListed = !isPosition(at) || positions.has(at.id.toLowerCase());
    const isLate = Date.now() - startedAt > COMPANY_MS;
    const verifyThis = () => verifyPage(at, listed, { ...options, render });
    const outcome = !isListed ? "gone" : isLate ? "failed" : await verifyThis();
    if (typeof outcome === "object") verified[at.key] = { etag: outcome.etag, at: startedAt };
    if (outcome === "failed") failed.push(at.key);
    if (outcome !== "gone") continue;
    // A page can also be missing on one host alone, or a part of a sitemap that became shorter.
    gone[isListed ? at.key : at.id] = Date.now();
    await options.store.remove(listed.key, listed.build);
  }
  await options.publish({
    ...{ version: 1, clientUuid, names, verifiedAt: startedAt, pages: verified, gone, failed },
  });
}

const isPosition = ({ key }: PageAddress): boolean =>
  key.split("/")[1]?.startsWith("position") === true;

/** Renders a page again, and stores it if it changed. Returns the template of the verified page. */
async function verifyPage(
  at: PageAddress,
  listed: ListedPage,
  options: VerifyOptions & Pick<CurrentData, "render">,
): Promise<PageTemplate | "gone" | "failed"> {
  const { store, isPurged } = options;
  await delay(INTERVAL_MS, undefined);
  const outcome = await renderTemplate(at, options);
  if (typeof outcome === "string") return outcome;
  const { page } = outcome;
  const isSame = listed.isCurrent && listed.etag === page.template.etag;
  // A purge is compared with the time at which a stored page was read, so a purged page is stored again.
  if (!isSame || (await isPurged(page.clientUuid, listed.readAt))) {
    await store.put(at.key, { ...page, viewedAt: listed.viewedAt }, at.address());
  }
  return page.template;
}

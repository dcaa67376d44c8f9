import { STANDARD_LANGUAGES } from "~/contract/languages";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Verification } from "../reads/company-record";
import { createSharedStore, type ListedPage, type SharedStore } from "./shared-store.server";
import { choosePages, verifyPages } from "./verify-pages.server";

const page = (key: string, viewedAt: number, changes: Partial<ListedPage> = {}): ListedPage => ({
  ...{
    key,
    viewedAt,
    clientUuid: "c1",
    readAt: 0,
    etag: key,
    address: key,
    build: "now",
    isCurrent: true,
  },
  ...changes,
});

test("chooses the most recently viewed pages, overall and per company", () => {
  const other = { clientUuid: "c2" };
  const listed = [
    page("a", 1),
    page("b", 4),
    page("c", 3),
    page("d", 2, other),
    page("e", 5, other),
  ];
  // Each of two companies costs three additional calls.
  const { chosen, leftOut } = choosePages(listed, { calls: 3 + 6, company: 2 });
  const keys = [...chosen].map(([client, pages]) => [client, [...pages.keys()]]);
  expect(Object.fromEntries(keys)).toEqual({ c1: ["b", "c"], c2: ["e"] });
  expect(leftOut).toBe(2);
});

test("chooses later pages of lists last, because a crawler can view many", () => {
  const [first, second, position] = ["list/1", "list/2", "position/1"];
  const listed = [page("list/2", 3), page("list/1", 2), page("position/1", 1)];
  const { chosen } = choosePages(listed, { calls: 5, company: 2 });
  expect([...(chosen.get("c1")?.keys() ?? [])]).toEqual([first, position]);
  const { chosen: all } = choosePages(listed);
  expect([...(all.get("c1")?.keys() ?? [])]).toEqual([first, position, second]);
});

test("renders a page of an earlier build again, and counts it once", () => {
  const former = { isCurrent: false, etag: "former" };
  const { chosen } = choosePages([page("a", 1), page("a", 2, former), page("b", 3, former)]);
  expect([...(chosen.get("c1")?.values() ?? [])]).toEqual([
    page("b", 3, former),
    page("a", 2, { isCurrent: true }),
  ]);
});

describe("verifyPages", () => {
  afterEach(() => void vi.useRealTimers());

  const HOST = "https://jobs.example";
  const position = (id: string, changes: Partial<ListedPage> = {}) => {
    const address = `${HOST}/company/position/${id}`;
    return { ...page(`jobs.example/position/${id}//1`, 1, changes), address };
  };

  /** Verifies pages of a company whose positions `p1` and `p2` are listed. */
  async function verify(
    listed: ListedPage[],
    statuses: Record<string, number> = {},
    options: { clientUuid?: string; hang?: Promise<void>; published?: Verification[] } = {},
  ) {
    const { hang, published = [], ...rest } = options;
    const removed: unknown[] = [];
    const runs: unknown[] = [];
    const stored: string[] = [];
    const store: SharedStore = {
      ...createSharedStore(undefined, "now"),
      isBound: true,
      list: async function* () {
        yield* await Promise.resolve(listed);
      },
      put: async (key) => {
        stored.push(key);
        return Promise.resolve(true as const);
      },
      remove: async (...given) => void removed.push(given),
    };
    await verifyPages({
      languages: STANDARD_LANGUAGES,
      store,
      version: "now",
      ...rest,
      readAfter: (readAt) => ({
        loadCompany: async (clientUuid) => {
          if (clientUuid === "hanging") await hang;
          return { names: ["acme"], positions: new Set(["p1", "p2"]) };
        },
        render: async ({ url }) => {
          const { pathname } = new URL(url);
          const status = statuses[pathname] ?? 200;
          const type = pathname.endsWith(".xml") ? "application/xml" : "text/html";
          const headers = { "Content-Type": `${type}; charset=utf-8` };
          const facts = { clientUuid: "c1", id: "c1", readAt, isFromCopy: false, timing: "" };
          return Promise.resolve({ response: new Response("<p>", { status, headers }), facts });
        },
      }),
      isPurged: async () => Promise.resolve(false),
      publish: async (verifications, run) => {
        published.push(...verifications);
        runs.push(run);
        return Promise.resolve();
      },
    });
    const [verification] = published;
    return { removed, stored, runs, published, ...verification };
  }

  test("removes an earlier build's page of a job that left the list", async () => {
    const listed = position("p3", { build: "former", isCurrent: false });
    const { removed, gone } = await verify([listed]);
    expect(removed).toEqual([[listed.key, "former"]]);
    expect(Object.keys(gone ?? {})).toEqual(["p3"]);
  });

  test("a missing part of a sitemap does not affect the company's other pages", async () => {
    const key = "jobs.example/sitemap/c1//2";
    const listed = { ...page(key, 1), address: `${HOST}/company/c1/sitemap.xml?page=2` };
    const { gone } = await verify([listed], { "/company/c1/sitemap.xml": 404 });
    expect(Object.keys(gone ?? {})).toEqual([key]);
  });

  test("reports a failed page, which keeps its age", async () => {
    const listed = [position("p1"), position("p2")];
    const { pages, failed } = await verify(listed, { "/company/position/p1": 500 });
    expect(Object.keys(pages ?? {})).toEqual([listed[1]?.key]);
    expect(failed).toEqual([listed[0]?.key]);
  });

  test("verifies only one client's pages after a purge, which does not count as a run", async () => {
    const listed = [position("p1"), position("p2", { clientUuid: "c2" })];
    const { published, runs } = await verify(listed, {}, { clientUuid: "c2" });
    expect(published.map(({ clientUuid }) => clientUuid)).toEqual(["c2"]);
    expect(runs).toEqual([undefined]);
  });

  test("publishes a run without pages", async () => {
    const { published, runs } = await verify([]);
    expect(published).toEqual([]);
    expect(runs).toEqual([{ at: expect.any(Number) as number, build: "now", leftOut: 0 }]);
  });

  test("a hanging company does not delay the others", async () => {
    vi.useFakeTimers();
    // A page of a job that left the list is not rendered, so only the clock matters.
    const listed = [position("p3"), position("p2", { clientUuid: "hanging" })];
    const published: Verification[] = [];
    let release: (() => void) | undefined;
    const hang = new Promise<void>((resolve) => (release = resolve));
    const verifying = verify(listed, {}, { hang, published });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(published.map(({ clientUuid }) => clientUuid)).toEqual(["c1"]);
    vi.useRealTimers();
    release?.();
    const { runs } = await verifying;
    expect(published.map(({ clientUuid }) => clientUuid)).toEqual(["c1", "hanging"]);
    expect(runs).toHaveLength(2);
  });

  test("stores at most 900 pages in a run, and verifies the others", async () => {
    const listed = Array.from({ length: 901 }, (_, index) => {
      const host = `h${index}.example`;
      return {
        ...page(`${host}/position/p1//1`, 1, { etag: "former" }),
        address: `https://${host}/company/position/p1`,
      };
    });
    const { stored, pages } = await verify(listed);
    expect(stored).toHaveLength(900);
    expect(Object.keys(pages ?? {})).toHaveLength(901);
  });
});

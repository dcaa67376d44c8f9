import { describe, expect, test } from "vitest";
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

test("chooses the pages that were viewed last, in all and per company", () => {
  const other = { clientUuid: "c2" };
  const listed = [
    page("a", 1),
    page("b", 4),
    page("c", 3),
    page("d", 2, other),
    page("e", 5, other),
  ];
  const { chosen, leftOut } = choosePages(listed, { all: 3, company: 2 });
  const keys = [...chosen].map(([client, pages]) => [client, [...pages.keys()]]);
  expect(Object.fromEntries(keys)).toEqual({ c1: ["b", "c"], c2: ["e"] });
  expect(leftOut).toBe(2);
});

test("renders a page of a former build again, and counts it once", () => {
  const former = { isCurrent: false, etag: "former" };
  const { chosen } = choosePages([page("a", 1), page("a", 2, former), page("b", 3, former)]);
  expect([...(chosen.get("c1")?.values() ?? [])]).toEqual([
    page("b", 3, former),
    page("a", 2, { isCurrent: true }),
  ]);
});

describe("verifyPages", () => {
  const HOST = "https://jobs.example";
  const position = (id: string, changes: Partial<ListedPage> = {}) => {
    const address = `${HOST}/company/position/${id}`;
    return { ...page(`jobs.example/position/${id}//1`, 1, changes), address };
  };

  /** Verifies pages of a company whose positions `p1` and `p2` are listed. */
  async function verify(listed: ListedPage[], statuses: Record<string, number> = {}) {
    const removed: unknown[] = [];
    const published: Verification[] = [];
    const store: SharedStore = {
      ...createSharedStore(undefined, "now"),
      isBound: true,
      list: async function* () {
        yield* await Promise.resolve(listed);
      },
      put: () => Promise.resolve(undefined),
      putReport: () => Promise.resolve(undefined),
      remove: async (...given) => void removed.push(given),
    };
    await verifyPages({
      store,
      version: "now",
      readAfter: (readAt) => ({
        loadCompany: async () =>
          Promise.resolve({ names: ["acme"], positions: new Set(["p1", "p2"]) }),
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
      publish: async (verification) => void published.push(verification),
    });
    const [verification] = published;
    return { removed, ...verification };
  }

  test("removes a former build's page of a job that left the list", async () => {
    const listed = position("p3", { build: "former", isCurrent: false });
    const { removed, gone } = await verify([listed]);
    expect(removed).toEqual([[listed.key, "former"]]);
    expect(Object.keys(gone ?? {})).toEqual(["p3"]);
  });

  test("a missing part of a sitemap leaves the company's other pages", async () => {
    const key = "jobs.example/sitemap/c1//2";
    const listed = { ...page(key, 1), address: `${HOST}/company/c1/sitemap.xml?page=2` };
    const { gone } = await verify([listed], { "/company/c1/sitemap.xml": 404 });
    expect(Object.keys(gone ?? {})).toEqual([key]);
  });

  test("a page that fails is named, so that it keeps its age", async () => {
    const listed = [position("p1"), position("p2")];
    const { pages, failed } = await verify(listed, { "/company/position/p1": 500 });
    expect(Object.keys(pages ?? {})).toEqual([listed[1]?.key]);
    expect(failed).toEqual([listed[0]?.key]);
  });
});

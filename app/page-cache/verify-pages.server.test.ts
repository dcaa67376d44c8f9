import { expect, test } from "vitest";
import type { ListedPage } from "./shared-store.server";
import { choosePages } from "./verify-pages.server";

const page = (key: string, viewedAt: number, changes: Partial<ListedPage> = {}): ListedPage => ({
  ...{ key, viewedAt, clientUuid: "c1", readAt: 0, etag: key, address: key, isCurrent: true },
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

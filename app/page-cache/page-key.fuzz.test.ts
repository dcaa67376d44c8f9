import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { readAddressTable } from "~/tests/support/address-table";
import { longTimeout, checkProperty, runs, arbitraryText } from "~/tests/support/arbitraries";
import { STANDARD_LANGUAGES } from "~/contract/languages";
import { getPageAddress } from "./page-key";

const routes = await readAddressTable();

// Remix warns about URLs that cannot be decoded.
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  return () => vi.restoreAllMocks();
});

function matchRoute(address: string) {
  const match = matchRoutes(routes, new URL(address).pathname)?.at(-1);
  const { clientUuid, positionUuid } = match?.params ?? {};
  return { route: match?.route.id, id: positionUuid ?? clientUuid };
}

const PIECES = (
  "/ / / - %2d %2D %2f . .. privacy Privacy %70rivacy sitemap.xml acme p1 p%31 ? & lang=en page=2 page=99 " +
  "q= q=a receipt _data=a utm_source=x # @ : 404 error applications purge %00 %ff % %ZZ .data"
).split(" ");

const path = arbitraryText([...PIECES, "//", "\\"], 12);
const page = fc
  .tuple(
    fc.array(fc.constantFrom("acme", "jefa", "-", "a%2Fb"), { minLength: 1, maxLength: 2 }),
    path,
  )
  .map(([names, rest]) => `${names.join("/")}/p1${rest}`);

/** Cacheable URLs, so that each run tests enough of them. */
const plainPage = fc
  .constantFrom(
    "acme",
    "acme/p1",
    "jefa/-/p1",
    "acme/privacy",
    "acme/p1/privacy",
    "acme/sitemap.xml",
  )
  .chain((found) =>
    fc
      .constantFrom("", "?lang=en", "?page=2", "?utm_source=x&page=2")
      .map((query) => found + query),
  );

test("getPageAddress agrees with Remix on every page", longTimeout, async () => {
  let cached = 0;
  await checkProperty(
    fc.property(fc.oneof(path, page, plainPage), (text) => {
      const url = `https://site.example/${text}`;
      if (!URL.canParse(url)) return;
      const found = getPageAddress(url, STANDARD_LANGUAGES);
      if (found === undefined) return;
      cached += 1;
      const address = new URL(found.address());
      expect(address.origin).toBe(new URL(url).origin);
      expect(matchRoute(found.address())).toEqual(matchRoute(url));
      expect(matchRoute(url).id).toMatch(/^[\w-]{1,64}$/);
      // Only parameters that change the page remain, and the key stays the same.
      const names = [...address.searchParams.keys()];
      expect(names.filter((name) => !/^(lang|page)$/.test(name))).toEqual([]);
      expect(getPageAddress(found.address(), STANDARD_LANGUAGES)?.key).toBe(found.key);
      expect(new Set(found.siblings()).size).toBe(found.siblings().length);
    }),
    runs,
  );
  expect(cached).toBeGreaterThan(runs.numRuns / 20);
});

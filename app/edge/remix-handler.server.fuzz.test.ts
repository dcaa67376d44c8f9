import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { readAddressTable } from "~/tests/support/address-table";
import { anyText, roundTripUtf8, checkProperty, runs } from "~/tests/support/arbitraries";
import { findCompanyRoute } from "./remix-handler.server";

const WORDS =
  " - %2d -- privacy PRIVACY %70rivacy sitemap.xml feed.json jobs.xml 404 error applications purge";
const segment = fc.oneof(
  fc.constantFrom(...`${WORDS} operator a c1 A_b-9 a%2Fb %ZZ .a`.split(" ")),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
  anyText.map((text) => encodeURIComponent(roundTripUtf8(text))),
);

test("findCompanyRoute finds the same route as Remix", async () => {
  const routes = await readAddressTable();
  vi.spyOn(console, "warn").mockReturnValue();
  let found = 0;
  await checkProperty(
    fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
      const { pathname } = new URL(`https://site.example/${segments.join("/")}`);
      const route = findCompanyRoute(pathname);
      if (route === undefined) return;
      found += 1;
      expect(`${matchRoutes(routes, pathname)?.at(-1)?.route.id}`).toBe(`${route}.tsx`);
    }),
    runs,
  );
  expect(found).toBeGreaterThan(runs.numRuns / 20);
  vi.restoreAllMocks();
});

import { matchRoutes } from "@remix-run/react";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { addressTable } from "../../../tests/support/address-table";
import {
  anyText,
  inUtf8,
  manyTries,
  runs,
  textOf,
  proved,
} from "../../../tests/support/arbitraries";
import { knownLanguage } from "../../i18n/language";
import { keptAddress } from "./page-key";

const routes = await addressTable();

// Remix tells of addresses that cannot be decoded.
beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  return () => vi.restoreAllMocks();
});

/** Which page Remix finds at an address, and whose. */
function pageAt(address: string) {
  const match = matchRoutes(routes, new URL(address).pathname)?.at(-1);
  const { clientUuid, positionUuid } = match?.params ?? {};
  return { route: match?.route.id, id: positionUuid ?? clientUuid };
}

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/).filter((text) => !/^privacy$/i.test(text));

/** A name in a path, encoded as somebody may write it. */
const slug = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{1,20}$/),
  fc.constantFrom(
    "privacy",
    "PRIVACY",
    "company",
    "404",
    "%41",
    "a%2Fb",
    "%ZZ",
    "..a",
    "%252d",
    "--",
  ),
  anyText
    .map((text) => encodeURIComponent(inUtf8(text)))
    // A dot, or two, is no name but a way through the address.
    .filter((text) => !["", ".", "..", "-"].includes(text)),
);

/** Parameters that no page of ours reads, `_data` and `_routes` of Remix's own among them. */
const unknown = fc.dictionary(
  fc.oneof(
    fc.constantFrom("utm_source", "_data", "_routes", "index", "Lang", "PAGE", "Q"),
    anyText,
  ),
  anyText,
  { maxKeys: 3 },
);

const language = fc.option(fc.constantFrom("es", "es-MX", "EN", "fr", ""), { nil: undefined });
const number = fc.option(fc.constantFrom("1", "2", "50", "01", "x"), { nil: undefined });

const page = fc.record({
  host: fc.constantFrom("site.example", "site.example:8443", "other.example"),
  kind: fc.constantFrom("career-site" as const, "position" as const),
  isPrivacy: fc.boolean(),
  id,
  language,
  number,
});
type Page = typeof page extends fc.Arbitrary<infer P> ? P : never;

const around = fc.record({ first: slug, second: slug, unknown, hasSlash: fc.boolean() });
type Around = typeof around extends fc.Arbitrary<infer A> ? A : never;

function addressOf(page: Page, { first, second, unknown, hasSlash }: Around): string {
  const names = page.kind === "position" ? [first, second] : [first];
  const path = [...names, page.id, ...(page.isPrivacy ? ["privacy"] : [])].join("/");
  const address = new URL(`https://${page.host}/${path}${hasSlash ? "/" : ""}`);
  for (const [name, value] of Object.entries(unknown)) {
    if (!["q", "receipt", "lang", "page"].includes(name)) address.searchParams.append(name, value);
  }
  if (page.language !== undefined) address.searchParams.append("lang", page.language);
  if (page.number !== undefined) address.searchParams.append("page", page.number);
  return address.href;
}

test(
  "names and unknown parameters in an address change nothing of what is kept",
  manyTries,
  async () => {
    await proved(
      fc.property(page, around, around, (page, here, there) => {
        const kept = keptAddress(addressOf(page, here));
        const same = keptAddress(addressOf(page, there));
        expect(kept).toBeDefined();
        expect(same?.key).toBe(kept?.key);
        expect(same?.address()).toBe(kept?.address());
        expect(same?.siblings()).toEqual(kept?.siblings());
      }),
      runs,
    );
  },
);

test(
  "two pages of other hosts, ids, kinds, languages or parts are kept apart",
  manyTries,
  async () => {
    const pages = fc
      .tuple(page, fc.record({ id, language, number }, { requiredKeys: [] }), page)
      .chain(([one, changes, another]) =>
        fc.tuple(fc.constant(one), fc.constantFrom({ ...one, ...changes }, another, one)),
      );
    const isList = ({ kind, isPrivacy }: Page) => kind === "career-site" && !isPrivacy;
    const said = (page: Page) => [
      page.host,
      page.kind,
      page.isPrivacy,
      page.id,
      knownLanguage(page.language),
      isList(page) && /^[1-9]\d*$/.test(page.number ?? "") ? page.number : "1",
    ];
    await proved(
      fc.property(pages, around, around, ([one, another], here, there) => {
        const keys = [keptAddress(addressOf(one, here)), keptAddress(addressOf(another, there))];
        const areSame = JSON.stringify(said(one)) === JSON.stringify(said(another));
        expect(keys[0]?.key === keys[1]?.key).toBe(areSame);
      }),
      runs,
    );
  },
);

const anyAddress = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  textOf(
    [
      "/",
      "//",
      "-",
      "%2d",
      "%2D",
      "%2f",
      ".",
      "..",
      "privacy",
      "Privacy",
      "%70rivacy",
      "acme",
      "p1",
      "p%31",
      "?",
      "&",
      "lang=en",
      "page=2",
      "page=99",
      "q=",
      "q=a",
      "receipt",
      "_data=a",
      "#",
      "\\",
      "@",
      ":",
      "404",
      "error",
      "applications",
      "purge",
      "%00",
      "%ff",
      "%",
      ".data",
    ],
    12,
  ).map((text) => `https://site.example/${text}`),
  page.chain((page) => around.map((around) => addressOf(page, around))),
);

test("what is kept of any address is the page that Remix finds there", manyTries, async () => {
  await proved(
    fc.property(anyAddress, (asked) => {
      if (!URL.canParse(asked)) return;
      const kept = keptAddress(asked);
      if (kept === undefined) return;
      const address = new URL(kept.address());
      expect(address.origin).toBe(new URL(asked).origin);
      expect(pageAt(kept.address())).toEqual(pageAt(asked));
      expect(pageAt(asked).id).toMatch(/^[\w-]{1,64}$/);
      // It has nothing but what the page depends on, and is itself kept under the same key.
      expect(
        [...address.searchParams.keys()].filter((name) => !/^(lang|page)$/.test(name)),
      ).toEqual([]);
      expect(keptAddress(kept.address())?.key).toBe(kept.key);
      const siblings = kept.siblings();
      expect(new Set(siblings).size).toBe(siblings.length);
    }),
    runs,
  );
});

import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { anyText, inUtf8, manyTries, runs, textOf, proved } from "../../tests/support/arbitraries";
import { expectLinear } from "../../tests/support/growth";
import {
  companyLanguage,
  keepLanguage,
  knownLanguage,
  LANGUAGES,
  visitorLanguage,
} from "./language";

beforeEach(() => {
  vi.spyOn(console, "warn").mockReturnValue();
  return () => vi.restoreAllMocks();
});

const PIECES = [
  "es",
  "en",
  "es-MX",
  "es_es",
  "en-GB",
  "fr",
  "*",
  "-",
  "_",
  ",",
  ", ",
  ";",
  "; ",
  "q",
  "=",
  "q=",
  ";q=0",
  ";q=0.5",
  ";q=1",
  ";q=.",
  ";q=1e9",
  "q=-1",
  ";q=0.1.2",
  ";;",
  " ",
  "\t",
  "İ",
];

/** What a header's value may be: bytes, but for line ends and NUL. */
const header = fc.oneof(
  fc.string({
    unit: fc
      .integer({ min: 1, max: 0xff })
      .map((code) => String.fromCharCode(code === 10 || code === 13 ? 9 : code)),
  }),
  // eslint-disable-next-line no-control-regex -- what a header cannot carry
  textOf(PIECES).map((text) => text.replace(/[\u0000\r\n]|[^\u0000-\u00ff]/g, "")),
);

const asked = fc.option(fc.oneof(anyText, textOf(PIECES, 4)), { nil: undefined });

const ownLanguage = fc.option(fc.oneof(anyText, textOf(PIECES, 4)));

const pageFor = (lang: string | undefined, accepted?: string) => {
  const address = new URL("https://site.example/a/b");
  if (lang !== undefined) address.searchParams.set("lang", lang);
  const headers = accepted === undefined ? {} : { "Accept-Language": accepted };
  return new Request(address, { headers });
};

test(
  "every visitor has a language of ours, whatever the browser and the address say",
  manyTries,
  async () => {
    await proved(
      fc.property(asked, header, (lang, accepted) => {
        const language = visitorLanguage(pageFor(lang, accepted));
        expect(LANGUAGES).toContain(language);
        const own = knownLanguage(lang && inUtf8(lang));
        if (own) expect(language).toBe(own);
        // Never one that the browser does not name, but for English.
        else if (language !== "en") expect(accepted.toLowerCase()).toContain("es");
      }),
      runs,
    );
  },
);

test("a browser's languages count by their weights, then by their order", manyTries, async () => {
  const choice = fc.record({
    tag: fc.constantFrom("es", "es-MX", "en", "en-US", "fr", "de-AT", "*"),
    thousandths: fc.integer({ min: 0, max: 1000 }),
  });
  await proved(
    fc.property(fc.array(choice, { maxLength: 6 }), (choices) => {
      const accepted = choices.map(({ tag, thousandths }) => `${tag};q=${thousandths / 1000}`);
      const best = choices
        .filter(({ tag, thousandths }) => thousandths > 0 && knownLanguage(tag) !== undefined)
        .reduce<(typeof choices)[number] | undefined>(
          (before, next) => (before && before.thousandths >= next.thousandths ? before : next),
          undefined,
        );
      expect(visitorLanguage(pageFor(undefined, accepted.join(", ")))).toBe(
        knownLanguage(best?.tag) ?? "en",
      );
    }),
    runs,
  );
});

test("every company's page has a language of ours", manyTries, async () => {
  await proved(
    fc.property(asked, ownLanguage, (lang, own) => {
      const language = companyLanguage(pageFor(lang), own);
      expect(LANGUAGES).toContain(language);
      expect(language).toBe(
        knownLanguage(lang && inUtf8(lang)) ?? (own ? (knownLanguage(own) ?? "en") : "es-es"),
      );
    }),
    runs,
  );
});

test(
  "a link keeps the language that was asked for, and leads where it led",
  manyTries,
  async () => {
    const href = textOf([
      "/",
      "//",
      "?",
      "&",
      "a=b",
      "a",
      "#",
      "https://",
      "x.example",
      "%",
      "lang=fr",
    ]);
    await proved(
      fc.property(asked, href, (lang, given) => {
        const kept = keepLanguage(pageFor(lang))(given);
        expect(kept.startsWith(given)).toBe(true);
        if (!URL.canParse(given, "https://site.example/")) return;
        const before = new URL(given, "https://site.example/");
        const after = new URL(kept, "https://site.example/");
        expect([after.host, after.pathname]).toEqual([before.host, before.pathname]);
      }),
      runs,
    );
  },
);

test("what a header costs grows in step with it", manyTries, async () => {
  const unit = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 });
  await proved(
    fc.asyncProperty(unit, (pieces) => {
      const piece = pieces.join("").replaceAll("İ", "i");
      return expectLinear(16_384, (length) =>
        visitorLanguage(pageFor(undefined, piece.repeat(Math.ceil(length / piece.length)))),
      );
    }),
    runs,
  );
});

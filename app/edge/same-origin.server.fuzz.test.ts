import fc from "fast-check";
import { expect, test } from "vitest";
import { manyTries, runs, proved } from "../../tests/support/arbitraries";
import { isSameOrigin } from "./same-origin.server";

/** Any text that a header's value may be. */
const header = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
});

const site = fc.oneof(
  fc.constantFrom("same-origin", "same-site", "cross-site", "none", "Same-Origin", ""),
  header,
);
const origin = fc.oneof(
  fc.constantFrom(
    "https://site.example",
    "http://site.example",
    "https://site.example:8443",
    "null",
    "",
    "https://site.example.evil.example",
    "https://site.example@evil.example",
    "https://site.example/",
    "https://evil.example, https://site.example",
  ),
  fc.webUrl().map((url) => new URL(url).origin),
  header,
);

test(
  "only what a browser says of a page of ours, or nothing, passes as ours",
  manyTries,
  async () => {
    const sent = fc.record({ "Sec-Fetch-Site": site, Origin: origin }, { requiredKeys: [] });
    await proved(
      fc.property(sent, (given) => {
        const headers = new Headers(Object.entries(given));
        const request = new Request("https://site.example/a/b/c", { method: "POST", headers });
        const [site, origin] = [headers.get("Sec-Fetch-Site"), headers.get("Origin")];
        const isOurSite = site === null || site === "same-origin" || site === "none";
        const isOurOrigin = origin === null || origin === "https://site.example";
        const isHidden = site !== null && origin === "null";
        expect(isSameOrigin(request)).toBe(isOurSite && (isOurOrigin || isHidden));
      }),
      runs,
    );
  },
);
